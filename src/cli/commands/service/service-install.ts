// gridtide service install: writes the systemd unit of this installation, and says what to do next.

import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
  takePositionals,
} from '#cli/command/command';
import { exists, moveFile, readIfExists, writeWhole } from '#cli/commands/service/service-files';
import { PLACE_OPTIONS, systemctl } from '#cli/commands/service/service-options';
import { placesOf, type ServicePlaces, templateOf } from '#cli/commands/service/service-places';
import { isUnedited, makeUnit } from '#cli/commands/service/unit-text';
import { PACKAGE_ROOT } from '#package/package-root';

/** The folder that systemd makes for the service of the machine. */
const STATE_FOLDER = '/var/lib/gridtide';
const HOMES = ['/home', '/root', '/run/user'];
/** Folders that the service sees empty. */
const HIDDEN = ['/tmp', '/var/tmp'];

export const serviceInstall: Command = {
  name: 'service install',
  summary: 'Write the systemd unit of this installation.',
  usage: '[--user] [--store URL] [--env-file FILE] [--dry-run] [--force] [--root DIR]',
  options: {
    user: PLACE_OPTIONS.user,
    store: {
      type: 'string',
      value: 'URL',
      summary: 'The store: sqlite: and a whole path. Left out: in a folder that systemd makes.',
    },
    'env-file': {
      type: 'string',
      value: 'FILE',
      summary: 'File of settings that the service reads; it is made if it does not exist.',
    },
    'dry-run': {
      type: 'boolean',
      summary: 'Print the unit and the names of files; write nothing.',
    },
    force: {
      type: 'boolean',
      summary: 'Replace a unit that was edited. It is kept, with .before after its name.',
    },
    root: PLACE_OPTIONS.root,
  },
  notes: `
Nothing is started: the command prints what to run next. A unit that this command wrote is replaced, as
after an upgrade; one that was edited is not. Changes of your own belong into a file of their own, which
systemctl edit gridtide makes.

Settings and secrets belong into the file of settings, which only root, or the user, may read. So does
a store in PostgreSQL, whose address has a password: STORE=postgres://… there wins over the unit's.`,
  async run(args, io) {
    takePositionals(args);
    const places = placesOf(args.flag('user'), args.text('root'), io);
    const settings = settingsFileOf(args, places);
    const storeUrl = storeOf(args, settings);
    const unit = unitOf(places, settings, storeUrl);
    if (args.flag('dry-run')) {
      io.stdout.write(unit);
      io.stderr.write(`Nothing was written. The unit would be ${places.onDisk(places.unit)}.\n`);
      return DONE;
    }
    writeUnit(places, unit, args.flag('force'), io);
    writeIfMissing(places, settings, readFileSync(templateOf('gridtide.env'), 'utf8'), 0o600, io);
    if (places.sysusers !== undefined) {
      const users = readFileSync(templateOf('sysusers.conf'), 'utf8');
      writeIfMissing(places, places.sysusers, users, 0o644, io);
    }
    for (const warning of warningsOf(places)) io.stderr.write(`Take care: ${warning}\n`);
    io.stdout.write(nextSteps(places, settings, storeUrl));
    return DONE;
  },
};

function settingsFileOf(args: Arguments, places: ServicePlaces): string {
  const given = args.text('env-file');
  if (given !== undefined && !isAbsolute(given))
    throw misuse(`--env-file must be a whole path such as ${places.settings}, not "${given}"`);
  return given === undefined ? places.settings : resolve(given);
}

/** The store that the unit names. An address with a password is refused: every user can read a unit. */
function storeOf(args: Arguments, settings: string): string | undefined {
  const given = args.text('store');
  if (given === undefined) return undefined;
  if (/^postgres(?:ql)?:/.test(given))
    throw misuse(`every user can read a unit: write STORE=postgres://… into ${settings} instead`);
  const path = given.replace(/^sqlite:/, '');
  if (!given.startsWith('sqlite:') || !isAbsolute(path))
    throw misuse(
      `--store must be sqlite: and a whole path, such as sqlite:${STATE_FOLDER}/gridtide.db`,
    );
  return `sqlite:${resolve(path)}`;
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** The folder of a store that is not in the service's own. */
const ownFolderOf = (storeUrl: string | undefined): string | undefined => {
  if (storeUrl === undefined) return undefined;
  const folder = dirname(storeUrl.slice('sqlite:'.length));
  return isBelow(folder, STATE_FOLDER) ? undefined : folder;
};

function unitOf(places: ServicePlaces, settingsFile: string, storeUrl: string | undefined): string {
  // A checkout runs from its sources, an installed package from what was compiled of them.
  const isSource = import.meta.filename.endsWith('.ts');
  const program = isSource
    ? ['-C', 'source', join(PACKAGE_ROOT, 'src/cli/main.ts')]
    : [join(PACKAGE_ROOT, 'bin/gridtide.js')];
  const writable = ownFolderOf(storeUrl);
  const read = [process.execPath, PACKAGE_ROOT, ...(writable === undefined ? [] : [writable])];
  return makeUnit(readFileSync(places.template, 'utf8'), {
    program: [process.execPath, ...program, 'serve'],
    page: join(PACKAGE_ROOT, 'docs/how-to/run/run-as-a-service.md'),
    storeUrl,
    settingsFile,
    writable,
    needsHome: read.some((path) => HOMES.some((home) => isBelow(path, home))),
  });
}

function writeUnit(places: ServicePlaces, unit: string, isForced: boolean, io: Io): void {
  const path = places.onDisk(places.unit);
  const found = readIfExists(path);
  if (found === unit) {
    io.stdout.write(`unchanged  ${path}\n`);
    return;
  }
  if (found !== undefined && !isUnedited(found)) {
    if (!isForced)
      throw new CommandFault(
        `${path} was edited, or another program wrote it; --force replaces it and keeps it as ${path}.before`,
      );
    moveFile(path, `${path}.before`);
    io.stdout.write(`kept       ${path}.before\n`);
  }
  writeWhole(path, unit, 0o644);
  io.stdout.write(`${found === undefined ? 'written ' : 'replaced'}   ${path}\n`);
}

function writeIfMissing(
  places: ServicePlaces,
  path: string,
  text: string,
  mode: number,
  io: Io,
): void {
  const target = places.onDisk(path);
  const isFound = exists(target);
  if (!isFound) writeWhole(target, text, mode);
  io.stdout.write(`${isFound ? 'unchanged' : 'written  '}  ${target}\n`);
}

/** What would keep the service from starting: files that its user cannot read or does not see. */
function warningsOf({ isUser }: ServicePlaces): string[] {
  if (isUser) return [];
  return [process.execPath, PACKAGE_ROOT].flatMap((path) => {
    const hidden = HIDDEN.find((folder) => isBelow(path, folder));
    if (hidden !== undefined)
      return [`the service does not see ${path}, because ${hidden} is empty for it.`];
    const closed = ancestorsOf(path).find((folder) => (statSync(folder).mode & 0o001) === 0);
    return closed === undefined
      ? []
      : [`the user gridtide cannot read ${path}: ${closed} is closed to other users.`];
  });
}

/** The folders on the way to a path, itself included. */
function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestorsOf(parent), path];
}

function nextSteps(places: ServicePlaces, settings: string, storeUrl: string | undefined): string {
  const { isUser, sysusers } = places;
  const control = systemctl(isUser);
  const folder = ownFolderOf(storeUrl);
  const store = storeUrl ?? `sqlite:${STATE_FOLDER}/gridtide.db`;
  const steps = [
    ...(sysusers === undefined ? [] : ['systemd-sysusers']),
    ...(folder === undefined || isUser
      ? []
      : [`install --directory --owner=gridtide --group=gridtide --mode=0700 '${folder}'`]),
    `${control} daemon-reload`,
    `${control} enable --now gridtide`,
    `${control} status gridtide`,
    ...(isUser
      ? ['loginctl enable-linger   # so that it also runs while you are not signed in']
      : []),
  ];
  const commands = isUser
    ? 'Commands use the same store if STORE names it: systemctl --user show gridtide -p Environment\n'
    : `Commands run as the same user: sudo -u gridtide env STORE=${store} gridtide user list\n`;
  return `\nNext${isUser ? '' : ', as root'}:\n${steps.map((step) => `  ${step}\n`).join('')}
Settings are in ${settings}. ${commands}`;
}
