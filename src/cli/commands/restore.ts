// gridtide restore: a store from the file that gridtide backup wrote.

import { statSync } from 'node:fs';
import { type Command, DONE, FAILED, type Io, misuse, takePositionals } from '#cli/command/command';
import { STORE_OPTION, storeUrlOf } from '#cli/command/store-option';
import { withTables } from '#cli/command/store-tables';
import { describeCheck, withProgress } from '#cli/terminal/check-report';
import { ProgressLine } from '#cli/terminal/progress-line';
import { quoteGiven } from '#core/nearest';
import { parseUtcMoment } from '#core/time/utc-moment';
import { restoreDatabase } from '#store/backup/restore-database';
import { type RestoreOptions, restoreStore } from '#store/backup/restore-store';
import { filesOf } from '#store/engines/sqlite/store-files';
import { isPostgresUrl } from '#store/store-address';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a store from a backup, after all of it was verified.',
  usage: 'FILE|FOLDER [--at TIME] [--force] [--verify-only] [--store URL]',
  options: {
    at: {
      type: 'string',
      value: 'TIME',
      summary: 'The newest state of FOLDER that is not later, such as 2026-11-18T09:30:00Z.',
    },
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

FOLDER is the one of LOG_COPY. Left out, --at is now: the newest state that was copied. It is verified as a
FILE is, and restored to files only; gridtide copy brings it to PostgreSQL. If a part of the copy is damaged
or missing, the state before it is restored, the part is named, and the exit code is 1.

A backup is restored to PostgreSQL only if the database is empty: make a new one for it. A restore that
was broken off there goes on when it is called again. FILE is unpacked beside itself in the meantime.`,
  async run(args, io) {
    const [file = ''] = takePositionals(args, 'FILE');
    const storeUrl = storeUrlOf(args, io);
    const verifyOnly = args.flag('verify-only');
    const line = new ProgressLine(io.stderr);
    const options = { force: args.flag('force'), verifyOnly, onProgress: line.showPhase };
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      const at = readTime(args.text('at'), io);
      return withProgress(line, () => restoreCopiedLog(file, at, storeUrl, options, io));
    }
    if (args.text('at') !== undefined)
      throw misuse('--at needs the folder of LOG_COPY, not a file');
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

/** An instant with its zone, as no zone of the market is known here. */
function readTime(text: string | undefined, io: Io): number {
  if (text === undefined) return io.now();
  const at = parseTime(text);
  if (at === undefined)
    throw misuse(`--at is a time such as 2026-11-18T09:30:00Z, not ${quoteGiven(text)}`);
  // Most likely a slip: the newest state would be restored in place of the one that was meant.
  if (at > io.now())
    throw misuse(
      `--at ${text} is later than now, ${new Date(io.now()).toISOString()}; leave it out for the newest state`,
    );
  return at;
}

/** Undefined if it has no zone, or if there is no such date or time of day. */
function parseTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  try {
    return parseUtcMoment(text, '--at');
  } catch {
    return undefined;
  }
}

async function restoreCopiedLog(
  folder: string,
  at: number,
  storeUrl: string,
  options: RestoreOptions,
  io: Io,
): Promise<number> {
  if (isPostgresUrl(storeUrl))
    throw misuse('a copied log is restored to files: give --store sqlite:PATH, then gridtide copy');
  const { restoreLog } = await import('#store/log/restore-log');
  const files = filesOf(storeUrl);
  const restored = await restoreLog(files, folder, at, options);
  const done = options.verifyOnly ? 'verified' : `restored to ${files.series}`;
  const shown = new Date(restored.shownAt).toISOString();
  io.stdout.write(`${folder}: ${done}, as of ${shown}; ${describeCheck(restored.checked)}\n`);
  for (const path of restored.kept) io.stdout.write(`the replaced store is kept as ${path}\n`);
  if (restored.cutAt === undefined) return DONE;
  io.stdout.write(`${restored.cutAt} is damaged or missing: no later state can be restored\n`);
  return FAILED;
}
