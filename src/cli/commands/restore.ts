// gridtide restore: a store from the file that gridtide backup wrote.

import { type Command, DONE, takePositionals } from '#cli/command/command';
import { STORE_OPTION } from '#cli/command/store-option';
import { describeCheck, plainly, storeUrl, withDatabase } from '#cli/commands/backup';
import { PhaseBar } from '#cli/terminal/phase-bar';
import { restoreDatabase } from '#store/backup/restore-database';
import { restoreStore } from '#store/backup/restore-store';
import { filesOf } from '#store/engines/sqlite/store-files';
import { isPostgresUrl } from '#store/store-address';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a store from a backup, once all of it was verified.',
  usage: 'FILE [--force] [--verify-only] [--store URL]',
  options: {
    force: {
      type: 'boolean',
      summary: 'Replace a store that is there; its files are kept as *.before-restore.',
    },
    'verify-only': { type: 'boolean', summary: 'Verify FILE and change nothing.' },
    ...STORE_OPTION,
  },
  notes: `
Stop the server first: a store that another process has open is not replaced. Before anything is
replaced the manifest, the checksums, SQLite's own structure and every chunk are verified, for which
there must be room for the store once more beside it. A file that is damaged, cut off, or not a backup
is refused with the reason, and nothing is changed.

A restore that is killed leaves the old store or the new one, never a mixture.

To PostgreSQL a backup is restored only where the database is empty: make a new one for it. There a
restore that was broken off goes on when it is called again. Meanwhile FILE is unpacked beside itself.`,
  async run(args, io) {
    const [file = ''] = takePositionals(args, 'FILE');
    const url = storeUrl(args, io);
    const verifyOnly = args.flag('verify-only');
    const bar = new PhaseBar(io.stderr);
    const options = { force: args.flag('force'), verifyOnly, onProgress: bar.show };
    const { manifest, checked, kept } = await plainly(bar, async () =>
      isPostgresUrl(url)
        ? withDatabase(url, true, (store) => restoreDatabase(store, file, options))
        : restoreStore(filesOf(url), file, options),
    );
    const what = `made by Gridtide ${manifest.productVersion} at ${manifest.madeAt}`;
    const done = verifyOnly
      ? 'verified'
      : `restored to ${isPostgresUrl(url) ? 'the database' : filesOf(url).series}`;
    io.stdout.write(`${file}: ${done}, ${what}; ${describeCheck(checked)}\n`);
    for (const path of kept) io.stdout.write(`what was there before is kept as ${path}\n`);
    return DONE;
  },
};
