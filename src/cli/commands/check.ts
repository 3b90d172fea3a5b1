// gridtide check: whether everything in a store can still be read, and is what was written.

import { type Command, DONE, FAILED, takePositionals } from '#cli/command/command';
import { STORE_OPTION } from '#cli/command/store-option';
import { describeCheck, plainly, printDamage, storeUrl, withDatabase } from '#cli/commands/backup';
import { PhaseBar } from '#cli/terminal/phase-bar';
import { checkDatabase, checkFiles } from '#store/check/check-store';
import { filesOf } from '#store/engines/sqlite/store-files';
import { finishRestore } from '#store/engines/sqlite/swap-files';
import { isPostgresUrl } from '#store/store-address';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Verify everything in the store and name what is damaged.',
  usage: '[--store URL]',
  options: STORE_OPTION,
  notes: `
Looks at every chunk, change record, run and band: whether it can be decoded and has its checksum; at
what series say of their first and last values and newest runs; at rows without a series, the catalog,
settings and accounts; and lets SQLite check both files. Each damage is one line that begins with the
series' code. The exit code is 1 where there is any. Of a store in PostgreSQL all is looked at but the
files of PostgreSQL itself, which pg_amcheck is for.

Nothing is changed, and a server may go on meanwhile. Chunks and runs that were written before
checksums were kept are decoded and counted as "without a checksum".`,
  async run(args, io) {
    takePositionals(args);
    const url = storeUrl(args, io);
    const bar = new PhaseBar(io.stderr);
    const options = { onDamage: printDamage(bar, io), onProgress: bar.show };
    const counts = await plainly(bar, async () => {
      if (isPostgresUrl(url)) {
        return withDatabase(url, false, (store) => checkDatabase(store, options));
      }
      const place = filesOf(url);
      await finishRestore(place.series);
      return checkFiles(place, options);
    });
    io.stdout.write(`${describeCheck(counts)}\n`);
    return counts.damages === 0 ? DONE : FAILED;
  },
};
