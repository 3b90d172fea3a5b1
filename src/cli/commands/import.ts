// gridtide import: files of observed values, in any of five formats, into a store.

import { type Command, DONE, type Io, misuse } from '#cli/command/command';
import {
  DIALECT_OPTION,
  FORMAT_OPTION,
  inputName,
  MISSING_HOUR_OPTION,
  namingFile,
  readColumns,
  readDialect,
  readFormat,
  readMissingHour,
  refuseRepeatedStdin,
} from '#cli/command/input-files';
import {
  commandActor,
  readZone,
  STORE_OPTION,
  withStore,
  writtenZone,
} from '#cli/command/store-option';
import { describeCounts, describeSpeed, withFile, withRows } from '#cli/terminal/import-report';
import { countOf, formatCount } from '#cli/terminal/table';
import type { Zone } from '#core/time/zone';
import type { CsvDialect } from '#importers/bytes/csv-dialect';
import type { FormatName } from '#importers/files/file-formats';
import { largeFileSize, openInput } from '#importers/files/open-input';
import { importPoints, type PointImport } from '#importers/import-points';
import type { ApartFile } from '#importers/point-messages';
import type { PointsThread } from '#importers/points-apart';
import { readDefinitions } from '#importers/read-definitions';
import type { ColumnNames } from '#importers/rows/row-layout';
import type { SeriesDefinition } from '#store/series-record';
import type { Store } from '#store/store';

/** What the options say of all files. */
interface FileForms {
  readonly format: FormatName | undefined;
  readonly sheet: string | undefined;
  readonly dialect: CsvDialect | undefined;
  readonly columns: ColumnNames | undefined;
  readonly skipsMissingHours: boolean;
}

interface ImportTask {
  readonly store: Store;
  readonly zone: Zone;
  readonly files: readonly string[];
  /** The file of definitions. */
  readonly define: string | undefined;
  readonly forms: FileForms;
  readonly threads: ReadingThreads;
}

/** The threads that read large files, one a file. The first is started while the store is opened. */
class ReadingThreads {
  #ready: PointsThread | undefined;

  /** Starts the thread of the first file, if that is a large one. */
  async start(path: string | undefined, { format, sheet, dialect }: FileForms): Promise<void> {
    if (path === undefined || (await largeFileSize(path, format)) === undefined) return;
    this.#ready = await this.take({ path, format, sheet, dialect });
  }

  /** The thread of the next file. The caller closes it. */
  async take(file: ApartFile): Promise<PointsThread> {
    const ready = this.#ready;
    if (ready?.path === file.path) {
      this.#ready = undefined;
      return ready;
    }
    const { PointsThread: Thread } = await import('#importers/points-apart');
    return new Thread(file);
  }

  /** Ends the thread that was started and not taken. */
  async close(): Promise<void> {
    await this.#ready?.close();
  }
}

export const importCommand: Command = {
  name: 'import',
  summary: 'Import observed values from CSV, NDJSON, Parquet, Arrow or Excel files.',
  usage:
    'FILE… [--format NAME] [--dialect NAME] [--sheet NAME] [--columns NAME=SERIES,…] [--define FILE] [--store URL]',
  options: {
    ...FORMAT_OPTION,
    ...DIALECT_OPTION,
    sheet: {
      type: 'string',
      value: 'NAME',
      summary: 'The sheet of an Excel file; else the first.',
    },
    columns: {
      type: 'string',
      value: 'NAME=SERIES,…',
      summary: 'The code of each column of a wide file, or time; empty leaves a column out.',
    },
    ...MISSING_HOUR_OPTION,
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

  csv      .csv .tsv          commas, semicolons (then a decimal comma is fine) or tabs; what was found
                              is said, and --dialect semicolon-comma says it beforehand
  ndjson   .ndjson .jsonl     one object a line: {"series":"dehrprice","time":"…","value":61.5}
  parquet  .parquet .pq       flat columns; plain, snappy, gzip, zstd, brotli or lz4
  arrow    .arrow .feather    Arrow IPC, file or stream; plain, lz4 or zstd
  xlsx     .xlsx              the first sheet, or --sheet; cells with formulas are refused

Text and Arrow may be compressed with gzip (.gz) or zstd (.zst) as a whole. "-" is standard input, by
default CSV; Parquet and Excel go to a temporary file first.

Times are ISO 8601 with a zone (2024-05-17T10:00Z, 2024-05-17 12:00+02:00) or without one, which is
market time (MARKET_TIME_ZONE, by default Europe/Berlin); the first 02:00 of the long autumn day is
summer time, the second winter time. A date alone is enough for daily and longer series. Dates and time
stamps of typed columns are read as such; a bare number is milliseconds since 1970 UTC, in Excel days
since 1900. An empty value, NaN, NA or null is a gap.

--columns names the series of columns that are not called by codes: --columns local_time=time,Price_DA=dehrprice,Note=
A first column without a name, as data frames write it, is =time.

Each file is imported as a whole or not at all. A bad line or row is named, with the reason, and ends
the import: files before it are stored, files after it are not read.

--define is a CSV code,description,unit,resolution[,area,category] with a resolution of quarterhour,
halfhour, hour, day, week, month, quarter or year.`,
  async run(args, io) {
    const files = args.positionals;
    const define = args.text('define');
    if (files.length === 0 && define === undefined) throw misuse('FILE missing');
    refuseRepeatedStdin([...files, define]);
    const forms: FileForms = {
      format: readFormat(args),
      dialect: readDialect(args),
      sheet: args.text('sheet'),
      columns: readColumns(args),
      skipsMissingHours: readMissingHour(args),
    };
    const threads = new ReadingThreads();
    try {
      await threads.start(files[0], forms);
      // A zone that does not exist must not make a store.
      readZone(io);
      const importInto = async (store: Store): Promise<void> => {
        const zone = await writtenZone(store, io);
        await importAll({ store, zone, files, define, forms, threads }, io);
      };
      await withStore(args, io, importInto, { create: true });
    } finally {
      await threads.close();
    }
    return DONE;
  },
};

async function importAll(task: ImportTask, io: Io): Promise<void> {
  const { store, files, define } = task;
  let definitions = define === undefined ? [] : await readDefine(store, define, io);
  const countDefined = definitions.length;
  for (const file of files) {
    const startedAt = performance.now();
    const result = await importFile(file, task, definitions, io);
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(`${inputName(file)}: ${describe(result, seconds)}\n`);
    // They are stored with the first file.
    definitions = [];
  }
  if (definitions.length > 0) {
    const now = io.now();
    await store.write(
      async (writer) => {
        for (const definition of definitions) await writer.defineSeries(definition, now);
      },
      { kind: 'define', actor: commandActor(), name: inputName(define!), now },
    );
  }
  if (define !== undefined) {
    io.stdout.write(`${inputName(define)}: ${formatCount(countDefined)} series defined\n`);
  }
}

const readDefine = (store: Store, file: string, io: Io): Promise<SeriesDefinition[]> =>
  namingFile(file, async () => readDefinitions((await openInput(file, io.stdin)).pieces, store));

async function importFile(
  file: string,
  { store, zone, forms, threads }: ImportTask,
  definitions: readonly SeriesDefinition[],
  io: Io,
): Promise<PointImport> {
  const now = io.now();
  const { format, sheet, dialect, columns, skipsMissingHours } = forms;
  const entry = { kind: 'import', actor: commandActor(), name: inputName(file), now } as const;
  const options = { zone, now, definitions, columns, skipsMissingHours, entry };
  const sizeBytes = await largeFileSize(file, format);
  if (sizeBytes === undefined)
    return withRows(file, io, forms, ({ rows }) => importPoints(store, rows, options));
  const thread = await threads.take({ path: file, format, sheet, dialect });
  const open = async (onRead: (bytes: number) => void) => ({
    sizeBytes,
    rows: await thread.open(store, options, onRead),
  });
  return withFile(file, io, open, ({ rows }) => importPoints(store, rows, options));
}

/** `1,234,567 points (1,200,000 new, 34,567 changed, 0 same) in 3 series, 0.42 s, 2.9 million rows/s` */
function describe(result: PointImport, seconds: number): string {
  const { added, changed, same, held, repeats, skipped, series, rows } = result;
  const others = [
    ...(held > 0 ? [`, ${formatCount(held)} held for review`] : []),
    ...(repeats > 0 ? [`, ${formatCount(repeats)} repeated`] : []),
    ...(skipped > 0 ? [`, ${countOf(skipped, 'row')} of a skipped hour left out`] : []),
  ];
  const total = countOf(added + changed + same + held, 'point');
  return `${total} (${describeCounts(result)}${others.join('')}) in ${formatCount(series)} series, ${describeSpeed(rows, seconds)}`;
}
