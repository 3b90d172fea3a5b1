// gridtide import: CSV files of observed values into a store.

import { type Arguments, type Command, CommandFault, DONE, type Io, misuse } from '#cli/command';
import { ProgressBar } from '#cli/progress-bar';
import { claimZone, marketZone, STORE_OPTION, withStore } from '#cli/store-option';
import { countOf, formatCount } from '#cli/table';
import type { Zone } from '#core/zone';
import { ImportFault } from '#importers/import-fault';
import { importPoints, type PointImport } from '#importers/import-points';
import { openInput } from '#importers/open-input';
import { readDefinitions } from '#importers/read-definitions';
import type { SeriesDefinition, Store } from '#store/store';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import observed values from CSV files.',
  usage: 'FILE… [--define FILE] [--store URL]',
  options: {
    define: {
      type: 'string',
      value: 'FILE',
      summary: 'CSV of series to make or change before the import.',
    },
    ...STORE_OPTION,
  },
  notes: `
A file has the header series,time,value (long) or time,CODE,CODE… (wide). It may be compressed with
gzip or zstd, and "-" is standard input. Fields are separated by commas, semicolons (then a decimal
comma is fine) or tabs.

Times are ISO 8601 with a zone (2024-05-17T10:00Z, 2024-05-17 12:00+02:00) or without one, which is
market time (MARKET_TIME_ZONE, by default Europe/Berlin); the first 02:00 of the long autumn day is
summer time, the second winter time. A date alone is enough for daily and longer series. An empty
value, NaN, NA or null is a gap.

Each file is imported as a whole or not at all. A bad line is named, with the reason, and ends the
import: files before it are stored, files after it are not read.

--define is a CSV code,description,unit,resolution[,area,category] with a resolution of quarterhour,
halfhour, hour, day, week, month, quarter or year.`,
  async run(args, io) {
    const files = args.positionals;
    const define = args.text('define');
    if (files.length === 0 && define === undefined) throw misuse('FILE missing');
    if ([...files, define].filter((file) => file === '-').length > 1) {
      throw misuse('"-" can be given only once');
    }
    const zone = marketZone(io);
    await withStore(args, io, (store) => importAll(store, zone, files, define, io), {
      create: true,
    });
    return DONE;
  },
};

async function importAll(
  store: Store,
  zone: Zone,
  files: Arguments['positionals'],
  define: string | undefined,
  io: Io,
): Promise<void> {
  let definitions = define === undefined ? [] : await readDefine(store, define, io);
  await claimZone(store, zone);
  const countDefined = definitions.length;
  for (const file of files) {
    const startedAt = performance.now();
    const result = await importFile(store, zone, file, definitions, io);
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(`${nameOf(file)}: ${describe(result, seconds)}\n`);
    // They are stored with the first file.
    definitions = [];
  }
  if (definitions.length > 0) {
    await store.write(async (writer) => {
      for (const definition of definitions) await writer.defineSeries(definition);
    });
  }
  if (define !== undefined) {
    io.stdout.write(`${nameOf(define)}: ${formatCount(countDefined)} series defined\n`);
  }
}

export const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

/** Puts the file's name before what is wrong in it. */
export async function blaming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault) throw new CommandFault(error.in(nameOf(file)));
    throw error;
  }
}

const readDefine = (store: Store, file: string, io: Io): Promise<SeriesDefinition[]> =>
  blaming(file, async () => readDefinitions((await openInput(file, io.stdin)).pieces, store));

async function importFile(
  store: Store,
  zone: Zone,
  file: string,
  definitions: readonly SeriesDefinition[],
  io: Io,
): Promise<PointImport> {
  const bar = new ProgressBar(io.stderr, nameOf(file), io.now);
  try {
    return await blaming(file, async () => {
      const input = await openInput(file, io.stdin, (bytes) => bar.show(bytes));
      bar.totalBytes = input.sizeBytes;
      return importPoints(store, input.pieces, { zone, now: io.now(), definitions });
    });
  } finally {
    bar.clear();
  }
}

/** `1,234,567 points (1,200,000 new, 34,567 changed, 0 same) in 3 series, 0.42 s, 2.9 million rows/s` */
export function describe(result: PointImport, seconds: number): string {
  const { added, changed, same, repeats, series, rows } = result;
  const counts = `${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(same)} same`;
  const repeated = repeats === 0 ? '' : `, ${formatCount(repeats)} repeated`;
  const total = countOf(added + changed + same, 'point');
  return `${total} (${counts}${repeated}) in ${formatCount(series)} series, ${describeSpeed(rows, seconds)}`;
}

/** `0.42 s, 2.9 million rows/s` */
export function describeSpeed(rows: number, seconds: number): string {
  const perSecond = rows / Math.max(seconds, 1e-3);
  const speed =
    perSecond >= 1e6
      ? `${(perSecond / 1e6).toFixed(1)} million`
      : formatCount(Math.round(perSecond));
  return `${seconds.toFixed(2)} s, ${speed} rows/s`;
}
