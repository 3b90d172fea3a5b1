// gridtide check: whether everything in a store can still be read, and is what was written.

import { type Command, DONE, FAILED, takePositionals } from '#cli/command/command';
import { STORE_OPTION, storeUrlOf } from '#cli/command/store-option';
import { withTables } from '#cli/command/store-tables';
import { describeCheck, printDamage, withProgress } from '#cli/terminal/check-report';
import { ProgressLine } from '#cli/terminal/progress-line';
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
Checks every chunk, change record, run and band: that it can be decoded and has its checksum. Checks
the first and last values and newest runs that series record, rows without a series, the catalog,
settings and accounts, and lets SQLite check both files. Each damage is one line that begins with the
series' code. The exit code is 1 if there is any. The files of PostgreSQL itself are not checked:
pg_amcheck does that.

Nothing is changed, and a server may go on in the meantime. Rows that were written before checksums
were kept are decoded and counted as "without a checksum".`,
  async run(args, io) {
    takePositionals(args);
    const storeUrl = storeUrlOf(args, io);
    const line = new ProgressLine(io.stderr);
    const options = { onDamage: printDamage(line, io), onProgress: line.showPhase };
    const counts = await withProgress(line, async () => {
      if (isPostgresUrl(storeUrl)) {
        return withTables(storeUrl, { create: false }, (tables) => checkDatabase(tables, options));
      }
      const files = filesOf(storeUrl);
      await finishRestore(files.series);
      return checkFiles(files, options);
    });
    io.stdout.write(`${describeCheck(counts)}\n`);
    return counts.damages === 0 ? DONE : FAILED;
  },
};
