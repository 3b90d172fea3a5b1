// gridtide import: files of observed values, in any of five formats, into a store.

import { commandActor } from '#cli/command/actor';
import {
  type Arguments,
  type Command,
  CommandFault,
  DONE,
  type Io,
  misuse,
} from '#cli/command/command';
import { claimZone, marketZone, STORE_OPTION, withStore } from '#cli/command/store-option';
import { ProgressBar } from '#cli/terminal/progress-bar';
import { countOf, formatCount } from '#cli/terminal/table';
import { quoteGiven } from '#core/nearest';
import type { Zone } from '#core/time/zone';
import { FORMAT_NAMES, type FormatName, formatNamed } from '#importers/files/file-formats';
import { ImportFault } from '#importers/files/import-fault';
import { openInput } from '#importers/files/open-input';
import { importPoints, type PointImport } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { readDefinitions } from '#importers/read-definitions';
import type { SeriesDefinition } from '#store/series-store';
import type { Store } from '#store/store';

export const FORMAT_OPTION = {
  format: {
    type: 'string',
    value: 'NAME',
    summary: `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}; else by the file's name.`,
  },
} as const;

/** What was said of all files. */
interface FileForms {
  readonly format: FormatName | undefined;
  readonly sheet: string | undefined;
  readonly columns: ReadonlyMap<string, string> | undefined;
  readonly skipsMissingHours: boolean;
}

/** `local_time=time,Price_DA=dehrprice,Sol_DA=` */
function readColumns(given: string | undefined): ReadonlyMap<string, string> | undefined {
  if (given === undefined) return undefined;
  const columns = new Map<string, string>();
  for (const part of given.split(',')) {
    const [, name, code] = /^([^=]+)=(.*)$/.exec(part) ?? [];
    if (name === undefined) throw misuse(`--columns: ${quoteGiven(part)} is not NAME=CODE`);
    if (columns.has(name.trim())) throw misuse(`--columns: ${quoteGiven(name)} is there twice`);
    columns.set(name.trim(), code!.trim());
  }
  return columns;
}

function readMissingHour(given: string | undefined): boolean {
  if (given === undefined || given === 'refuse') return false;
  if (given === 'skip') return true;
  throw misuse(`--missing-hour is refuse or skip, not ${quoteGiven(given)}`);
}

export function readFormat(args: Arguments): FormatName | undefined {
  const given = args.text('format');
  try {
    return given === undefined ? undefined : formatNamed(given).name;
  } catch (fault) {
    throw fault instanceof ImportFault ? misuse(`--format: ${fault.reason}`) : fault;
  }
}

export const importCommand: Command = {
  name: 'import',
  summary: 'Import observed values from CSV, NDJSON, Parquet, Arrow or Excel files.',
  usage:
    'FILE… [--format NAME] [--sheet NAME] [--columns NAME=CODE,…] [--define FILE] [--store URL]',
  options: {
    ...FORMAT_OPTION,
    sheet: {
      type: 'string',
      value: 'NAME',
      summary: 'The sheet of an Excel file; else its first.',
    },
    columns: {
      type: 'string',
      value: 'NAME=CODE,…',
      summary: 'What columns of a wide file are: a code, time, or nothing to leave one out.',
    },
    'missing-hour': {
      type: 'string',
      value: 'skip',
      summary: 'Leave out rows of the hour that the clock skips in spring; else they are refused.',
    },
    define: {
      type: 'string',
      value: 'FILE',
      summary: 'CSV of series to make or change before the import.',
    },
    ...STORE_OPTION,
  },
  notes: `
A file has the columns series, time, value (long), or time and one column a series (wide). Its format
is known by the ending of its name, or given with --format:

  csv      .csv .tsv          commas, semicolons (then a decimal comma is fine) or tabs
  ndjson   .ndjson .jsonl     one object a line: {"series":"dehrprice","time":"…","value":61.5}
  parquet  .parquet .pq       flat columns; plain, snappy, gzip, zstd or brotli
  arrow    .arrow .feather    Arrow IPC, file or stream; plain or zstd
  xlsx     .xlsx              the first sheet, or --sheet; cells with formulas are refused

Text and Arrow may be compressed with gzip (.gz) or zstd (.zst) as a whole. "-" is standard input, by
default CSV; Parquet and Excel go to a temporary file first.

Times are ISO 8601 with a zone (2024-05-17T10:00Z, 2024-05-17 12:00+02:00) or without one, which is
market time (MARKET_TIME_ZONE, by default Europe/Berlin); the first 02:00 of the long autumn day is
summer time, the second winter time. A date alone is enough for daily and longer series. Dates and time
stamps of typed columns are read as such; a bare number is milliseconds since 1970 UTC, in Excel days
since 1900. An empty value, NaN, NA or null is a gap.

--columns names columns that are not called by codes: --columns local_time=time,Price_DA=dehrprice,Note=

Each file is imported as a whole or not at all. A bad line or row is named, with the reason, and ends
the import: files before it are stored, files after it are not read.

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
    const forms: FileForms = {
      format: readFormat(args),
      sheet: args.text('sheet'),
      columns: readColumns(args.text('columns')),
      skipsMissingHours: readMissingHour(args.text('missing-hour')),
    };
    await withStore(args, io, (store) => importAll(store, zone, files, forms, define, io), {
      create: true,
    });
    return DONE;
  },
};

async function importAll(
  store: Store,
  zone: Zone,
  files: Arguments['positionals'],
  forms: FileForms,
  define: string | undefined,
  io: Io,
): Promise<void> {
  let definitions = define === undefined ? [] : await readDefine(store, define, io);
  await claimZone(store, zone);
  const countDefined = definitions.length;
  for (const file of files) {
    const startedAt = performance.now();
    const result = await importFile(store, zone, file, forms, definitions, io);
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(`${nameOf(file)}: ${describe(result, seconds)}\n`);
    // They are stored with the first file.
    definitions = [];
  }
  if (definitions.length > 0) {
    const now = io.now();
    await store.write(
      async (writer) => {
        for (const definition of definitions) await writer.defineSeries(definition, now);
      },
      { kind: 'define', actor: commandActor(), name: nameOf(define!), now },
    );
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
  forms: FileForms,
  definitions: readonly SeriesDefinition[],
  io: Io,
): Promise<PointImport> {
  const bar = new ProgressBar(io.stderr, nameOf(file), io.now);
  try {
    return await blaming(file, async () => {
      const input = await openRows(file, io.stdin, {
        ...forms,
        onRead: (bytes) => bar.show(bytes),
      });
      bar.totalBytes = input.sizeBytes;
      const now = io.now();
      const { columns, skipsMissingHours } = forms;
      const entry = { kind: 'import', actor: commandActor(), name: nameOf(file), now } as const;
      const options = { zone, now, definitions, columns, skipsMissingHours, entry };
      return importPoints(store, input.rows, options);
    });
  } finally {
    bar.clear();
  }
}

/** `1,234,567 points (1,200,000 new, 34,567 changed, 0 same) in 3 series, 0.42 s, 2.9 million rows/s` */
export function describe(result: PointImport, seconds: number): string {
  const { added, changed, same, held, repeats, skipped, series, rows } = result;
  const counts = `${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(same)} same`;
  const odd = [
    [held, 'held for review'],
    [repeats, 'repeated'],
    [skipped, 'rows of a skipped hour left out'],
  ] as const;
  const others = odd
    .filter(([count]) => count > 0)
    .map(([count, word]) => `, ${formatCount(count)} ${word}`);
  const total = countOf(added + changed + same + held, 'point');
  return `${total} (${counts}${others.join('')}) in ${formatCount(series)} series, ${describeSpeed(rows, seconds)}`;
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
