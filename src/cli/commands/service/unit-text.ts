// The text of a unit: made from the package's file, with a checksum that tells whether it was edited since.

import { createHash } from 'node:crypto';
import { CommandFault } from '#cli/command/command';

/** What of a unit depends on the installation. */
export interface UnitFacts {
  /** The program and its arguments. */
  readonly program: readonly string[];
  /** The page that says more. */
  readonly page: string;
  /** Left out: the template's own. */
  readonly storeUrl?: string | undefined;
  readonly settingsFile: string;
  /** A folder outside the service's own that it may write to. */
  readonly writable?: string | undefined;
  /** Whether the service reads files below /home, /root or /run/user. */
  readonly needsHome: boolean;
}

const MARK = /^# Written by gridtide service install; sha256 ([0-9a-f]{64})\n/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Quotes an argument, so that systemd takes it as it is. */
export function quoteArgument(text: string): string {
  if (/\p{Cc}/u.test(text))
    throw new CommandFault(`${JSON.stringify(text)} has a character that a unit cannot hold`);
  const escaped = text.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(text) ? escaped : quoted(escaped);
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The same for a setting that knows no variables: there a dollar is a dollar. */
const quoteValue = (text: string): string => quoteArgument(text).replaceAll('$$', '$');

/** A path of EnvironmentFile is the rest of its line, without quotes. */
const quotePath = (text: string): string => {
  if (/\p{Cc}/u.test(text))
    throw new CommandFault(`${JSON.stringify(text)} has a character that a unit cannot hold`);
  return text.replaceAll('%', '%%');
};

/** Replaces the one line of a setting. */
function withSetting(unit: string, name: string, value: string): string {
  const line = new RegExp(`^${name}=.*$`, 'gm');
  if (unit.match(line)?.length !== 1) throw new Error(`the unit has not one line ${name}=`);
  return unit.replace(line, () => `${name}=${value}`);
}

/** Fills in the template, and puts the checksum of the rest in its first line. */
export function makeUnit(template: string, facts: UnitFacts): string {
  const { program, page, storeUrl, settingsFile, writable, needsHome } = facts;
  let unit = withSetting(template, 'ExecStart', program.map(quoteArgument).join(' '));
  unit = withSetting(unit, 'Documentation', `file://${encodeURI(page).replaceAll('%', '%%')}`);
  unit = withSetting(unit, 'EnvironmentFile', `-${quotePath(settingsFile)}`);
  if (storeUrl !== undefined)
    unit = withSetting(unit, 'Environment', quoteValue(`STORE=${storeUrl}`));
  if (/^ProtectSystem=/m.test(unit)) {
    if (writable !== undefined)
      unit = unit.replace(
        /^ProtectSystem=.*$/m,
        (line) => `${line}\nReadWritePaths=${quoteValue(writable)}`,
      );
    if (needsHome) unit = withSetting(unit, 'ProtectHome', 'read-only');
  }
  return `# Written by gridtide service install; sha256 ${digestOf(unit)}\n${unit}`;
}

/** Whether the text is one that `makeUnit` made, unchanged. */
export function isUnedited(text: string): boolean {
  const digest = MARK.exec(text)?.[1];
  return digest !== undefined && digest === digestOf(text.replace(MARK, ''));
}
