// gridtide restore: a store from the file that gridtide backup wrote.

import { type Command, DONE, takePositionals } from '#cli/command/command';
import { STORE_OPTION, storeUrlOf } from '#cli/command/store-option';
import { withTables } from '#cli/command/store-tables';
import { describeCheck, withProgress } from '#cli/terminal/check-report';
import { ProgressLine } from '#cli/terminal/progress-line';
import { restoreDatabase } from '#store/backup/restore-database';
import { restoreStore } from '#store/backup/restore-store';
import { filesOf } from '#store/engines/sqlite/store-files';
import { isPostgresUrl } from '#store/store-address';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a store from a backup, after all of it was verified.',
  usage: 'FILE [--force] [--verify-only] [--store URL]',
  options: {
    force: {
      type: 'boolean',
      summary: 'Replace a store that exists; its files are kept as *.before-restore.',
    },
    'verify-only': { type: 'boolean', summary: 'Verify FILE and change nothing.' },
    ...STORE_OPTION,
  },
  notes: `
Stop the server first: a store that another process has open is not replaced. Before anything is
replaced, the manifest, the checksums, SQLite's own structure and every chunk are verified. That needs
room for the store once more beside it. A file that is damaged, cut off, or not a backup is refused
with the reason, and nothing is changed.

A restore that is killed leaves the old store or the new one, never a mixture.

A backup is restored to PostgreSQL only if the database is empty: make a new one for it. A restore that
was broken off there goes on when it is called again. FILE is unpacked beside itself in the meantime.`,
  async run(args, io) {
    const [file = ''] = takePositionals(args, 'FILE');
    const storeUrl = storeUrlOf(args, io);
    const verifyOnly = args.flag('verify-only');
    const line = new ProgressLine(io.stderr);
    const options = { force: args.flag('force'), verifyOnly, onProgress: line.showPhase };
    const { manifest, checked, kept } = await withProgress(line, async () =>
      isPostgresUrl(storeUrl)
        ? withTables(storeUrl, { create: true }, (tables) => restoreDatabase(tables, file, options))
        : restoreStore(filesOf(storeUrl), file, options),
    );
    const what = `made by Gridtide ${manifest.productVersion} at ${manifest.madeAt}`;
    const done = verifyOnly
      ? 'verified'
      : `restored to ${isPostgresUrl(storeUrl) ? 'the database' : filesOf(storeUrl).series}`;
    io.stdout.write(`${file}: ${done}, ${what}; ${describeCheck(checked)}\n`);
    for (const path of kept) io.stdout.write(`the replaced store is kept as ${path}\n`);
    return DONE;
  },
};
