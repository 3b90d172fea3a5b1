// gridtide settings: what is in force, and the origin of each.

import { type Command, DONE, type Io, misuse } from '#cli/command/command';
import { type ShownSetting, showSettings } from '#cli/command/shown-setting';
import { JSON_OPTION, readSettings, STORE_OPTION } from '#cli/command/store-option';
import { printJson, printTable } from '#cli/terminal/table';
import { didYouMean, quoteGiven } from '#core/nearest';
import { resolveSettings } from '#settings/resolve-settings';
import { SETTINGS } from '#settings/settings';

export const settingsCommand: Command = {
  name: 'settings',
  summary: 'Show the settings in force, and the origin of each.',
  usage: '[NAME…] [--changed] [--json] [--settings FILE] [--store URL]',
  options: {
    changed: { type: 'boolean', summary: 'Only settings that are not left out.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
A setting NAME comes from the first of these that gives it: an option such as --store, GRIDTIDE_NAME, NAME,
the default. The environment wins over the settings file for each of the two names. A secret may also be the
text of a file that NAME_FILE or GRIDTIDE_NAME_FILE names.

Secrets are shown as "set", and addresses without user and password. The exit code is 1 if a setting makes
no sense.`,
  async run(args, io) {
    const file = io.origin!.settings.file;
    const resolved = resolveSettings(io.origin!.env, { STORE: args.text('store') }, file);
    const rows = chosen(showSettings(resolved), args.positionals).filter(
      ({ from }) => !args.flag('changed') || from !== 'default',
    );
    if (args.flag('json')) printJson(rows, io);
    else print(rows, io);
    for (const warning of resolved.warnings) io.stderr.write(`warning: ${warning}\n`);
    readSettings(io, { STORE: args.text('store') });
    return DONE;
  },
};

function chosen(rows: readonly ShownSetting[], given: readonly string[]): readonly ShownSetting[] {
  const names: readonly string[] = SETTINGS.map(({ name }) => name);
  const odd = given.find((name) => !names.includes(name));
  if (odd !== undefined) {
    throw misuse(`there is no setting ${quoteGiven(odd)}${didYouMean(odd, names)}`);
  }
  return given.length === 0 ? rows : rows.filter(({ name }) => given.includes(name));
}

function print(rows: readonly ShownSetting[], io: Io): void {
  printTable(
    rows,
    [
      { title: 'SETTING', cell: ({ name }) => name },
      { title: 'VALUE', cell: shownValue },
      { title: 'FROM', cell: ({ from }) => from },
    ],
    io,
  );
}

function shownValue({ value, isSet }: ShownSetting): string {
  if (!isSet) return '-';
  return value ?? 'set';
}
