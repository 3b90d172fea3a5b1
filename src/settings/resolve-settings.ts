// The one file that decides which origin of a setting counts: the command line, GRIDTIDE_NAME, NAME, a file of a secret,
// the settings file, or the default.

import type { Setting } from '#settings/setting';
import { SETTINGS, type SettingName } from '#settings/settings';
import { isOpenToAll, parseSettingsFile, readSmallFile } from '#settings/settings-file';

export type Env = Readonly<Record<string, string | undefined>>;
export type SettingFlags = Partial<Record<SettingName, string | undefined>>;

export interface ResolvedSetting {
  /** The value, not trimmed: blanks may be part of a password. */
  readonly value: string;
  /** The origin of the value, such as `--port`, `GRIDTIDE_PORT`, `PORT in settings.env` or `default`. */
  readonly from: string;
  /** Further origins that give another value, which does not count. */
  readonly unused: readonly string[];
}

export interface ResolvedSettings {
  readonly settings: ReadonlyMap<SettingName, ResolvedSetting>;
  /** The settings file, if there is one. */
  readonly file: string | undefined;
  /** What an operator should mend, although the settings can be read. */
  readonly warnings: readonly string[];
  /** The environment with each setting under its plain name, and under no other. */
  readonly env: Env;
}

/** The variable that names the settings file. */
export const FILE_VARIABLE = 'GRIDTIDE_SETTINGS';
const PREFIX = 'GRIDTIDE_';
const SECRET_ENDING = '_FILE';
const ROWS: readonly Setting[] = SETTINGS;

/** The names of a setting in the environment or a settings file; those that win come first. */
export const namesOf = ({ name, secret }: Setting): string[] =>
  [`${PREFIX}${name}`, name].flatMap((each) =>
    secret === undefined ? [each] : [each, `${each}${SECRET_ENDING}`],
  );

/** Names of the environment that are not settings, although they begin like one: those of clients, and our own. */
const OTHER_NAMES = /^GRIDTIDE_(?:SETTINGS|URL|SITE|USER|KEY|KEY_FILE|DATA|TEST_\w+)$/;
/** Kubernetes gives these to every pod beside a Service that is called gridtide. */
const SERVICE_NAMES = /^GRIDTIDE_(?:SERVICE_|PORT_\d)/;
const SERVICE_PORT = /^(?:tcp|udp|sctp):\/\//;

/** Names of the environment that begin with GRIDTIDE_ and mean nothing. */
export function unknownNames(env: Env): string[] {
  const known = new Set([...ROWS.flatMap(namesOf)]);
  return Object.keys(env).filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !known.has(name) &&
      !OTHER_NAMES.test(name) &&
      !SERVICE_NAMES.test(name),
  );
}

/** An origin of a setting. The file of a secret is read only if it is the origin that counts. */
interface Origin {
  readonly label: string;
  /** The value, or the path of the file that holds it. */
  readonly text: string;
  read(): string;
}

/**
 * Finds each setting's value and its origin. GRIDTIDE_NAME wins over NAME; with each, the environment wins over
 * the settings file, and a value over the file of a secret. An empty value is none.
 */
export function resolveSettings(
  env: Env,
  flags: SettingFlags = {},
  givenFile?: string,
): ResolvedSettings {
  const file = givenFile ?? (env[FILE_VARIABLE]?.trim() || undefined);
  const inFile = file === undefined ? new Map<string, string>() : readSettingsFile(file);
  const warnings: string[] = [];
  const holdsSecret = ROWS.some(({ name, secret }) =>
    [name, `${PREFIX}${name}`].some((each) => mayBeSecret(secret, inFile.get(each))),
  );
  if (file !== undefined && holdsSecret && isOpenToAll(file)) warnings.push(openWarning(file));
  const settings = new Map<SettingName, ResolvedSetting>();
  for (const row of ROWS) {
    const name = row.name as SettingName;
    const origins = originsOf(row, env, { file, inFile }, warnings);
    const [used] = origins;
    const flag = flags[name];
    const others = (value: string): string[] =>
      origins.filter(({ text }) => text !== value).map(({ label }) => label);
    if (flag !== undefined && flag.trim() !== '') {
      const from = `--${name.toLowerCase().replaceAll('_', '-')}`;
      settings.set(name, { value: flag, from, unused: others(flag) });
    } else if (flag !== undefined || used === undefined) {
      settings.set(name, { value: row.fallback, from: 'default', unused: [] });
    } else {
      settings.set(name, { value: used.read(), from: used.label, unused: others(used.text) });
    }
  }
  return { settings, file, warnings, env: plainEnv(env, settings) };
}

const readSettingsFile = (file: string): Map<string, string> =>
  parseSettingsFile(readSmallFile(file, 'the settings file'), file, ROWS.flatMap(namesOf));

/** An address without a user, a password and fields. */
const PLAIN_ADDRESS = /^[a-z]+:[^@?]*$/i;

/** Whether a line of the settings file may hold a secret. The path of a SQLite file holds none. */
function mayBeSecret(secret: Setting['secret'], text: string | undefined): boolean {
  if (secret === undefined || text === undefined || text.trim() === '') return false;
  return secret === 'value' || !PLAIN_ADDRESS.test(text.trim());
}

const openWarning = (path: string): string =>
  `every user of this machine can read ${path}, which holds a secret: chmod o-r ${path}`;

/** The origins of a setting, the one that counts first. */
function originsOf(
  row: Setting,
  env: Env,
  { file, inFile }: { file: string | undefined; inFile: ReadonlyMap<string, string> },
  warnings: string[],
): Origin[] {
  const origins: Origin[] = [];
  const add = (name: string, text: string | undefined, label: string, isFile: boolean): void => {
    if (text === undefined || text.trim() === '') return;
    // Not a port, but what Kubernetes says of a Service called gridtide.
    if (name === 'GRIDTIDE_PORT' && SERVICE_PORT.test(text)) return;
    const read = isFile ? () => readSecretFile(text.trim(), label, warnings) : () => text;
    origins.push({ label, text, read });
  };
  for (const plain of [`${PREFIX}${row.name}`, row.name]) {
    const names = namesOf(row).filter((name) => [plain, `${plain}${SECRET_ENDING}`].includes(name));
    for (const name of names) add(name, env[name], name, name !== plain);
    for (const name of names) {
      add(name, inFile.get(name), `${name} in ${file}`, name !== plain);
    }
  }
  if (row.alias !== undefined) add(row.alias, env[row.alias], row.alias, false);
  return origins;
}

/** The text without the line break at its end, which editors add. */
function readSecretFile(path: string, label: string, warnings: string[]): string {
  const text = readSmallFile(path, label).replace(/\r?\n$/, '');
  if (text.trim() === '') throw new Error(`${label}: ${path} is empty`);
  if (isOpenToAll(path)) warnings.push(openWarning(path));
  return text;
}

function plainEnv(env: Env, settings: ReadonlyMap<SettingName, ResolvedSetting>): Env {
  const plain: Record<string, string | undefined> = { ...env };
  delete plain[FILE_VARIABLE];
  for (const row of ROWS) {
    for (const name of namesOf(row)) delete plain[name];
    if (row.alias !== undefined) delete plain[row.alias];
    const { value, from } = settings.get(row.name as SettingName)!;
    if (from !== 'default') plain[row.name] = value;
  }
  return plain;
}
