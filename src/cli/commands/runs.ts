// gridtide runs: files of forecast runs into a store.

import { type Command, type CommandGroup, DONE, type Io, misuse } from '#cli/command/command';
import {
  DIALECT_OPTION,
  FORMAT_OPTION,
  inputName,
  MISSING_HOUR_OPTION,
  readColumns,
  readDialect,
  readFormat,
  readMissingHour,
  refuseRepeatedStdin,
} from '#cli/command/input-files';
import { readSource } from '#cli/command/source-option';
import { commandActor, STORE_OPTION, withStore, writtenZone } from '#cli/command/store-option';
import { describeCounts, describeSpeed, withRows } from '#cli/terminal/import-report';
import { countOf, formatCount } from '#cli/terminal/table';
import type { Zone } from '#core/time/zone';
import type { CsvDialect } from '#importers/bytes/csv-dialect';
import type { FormatName } from '#importers/files/file-formats';
import { importRuns, type RunImport } from '#importers/import-runs';
import type { ColumnNames } from '#importers/rows/row-layout';
import { describeSourceOrder, readSourceOrder } from '#service/operator/source-order';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { Store } from '#store/store';

interface RunsTask {
  readonly store: Store;
  readonly zone: Zone;
  readonly format: FormatName | undefined;
  readonly dialect: CsvDialect | undefined;
  readonly columns: ColumnNames | undefined;
  readonly skipsMissingHours: boolean;
  /** What made the runs, if it is given. */
  readonly source: string | undefined;
}

const importCommand: Command = {
  name: 'runs import',
  summary: 'Import forecast runs from CSV, NDJSON, Parquet, Arrow or Excel files.',
  usage:
    'FILE… [--source NAME] [--format NAME] [--dialect NAME] [--columns NAME=COLUMN,…] [--store URL]',
  options: {
    source: {
      type: 'string',
      value: 'NAME',
      summary: 'What made the runs, if no column says it. Default: the name of the file.',
    },
    ...FORMAT_OPTION,
    ...DIALECT_OPTION,
    columns: {
      type: 'string',
      value: 'NAME=COLUMN,…',
      summary:
        'What columns of other names are: series, analyzed, time, value or source; empty: left out.',
    },
    ...MISSING_HOUR_OPTION,
    ...STORE_OPTION,
  },
  notes: `
A file has the columns series, analyzed, time, value: the series, when the model ran, the time that a
value is for, and the value. A column source names what made each run. Formats, times and values are those
of gridtide import. A run replaces a stored one of the same series, analyzed time and source. Times left
out inside a run are gaps. Each file is imported as a whole or not at all.`,
  async run(args, io) {
    const files = args.positionals;
    if (files.length === 0) throw misuse('FILE missing');
    refuseRepeatedStdin(files);
    const source = readSource(args);
    const forms = {
      format: readFormat(args),
      dialect: readDialect(args),
      columns: readColumns(args),
      skipsMissingHours: readMissingHour(args),
    };
    await withStore(args, io, async (store) => {
      const zone = await writtenZone(store, io);
      for (const file of files) {
        const startedAt = performance.now();
        const result = await importFile(file, { store, zone, source, ...forms }, io);
        const seconds = (performance.now() - startedAt) / 1000;
        io.stdout.write(`${inputName(file)}: ${describe(result, seconds)}\n`);
      }
    });
    return DONE;
  },
};

const orderCommand: Command = {
  name: 'runs order',
  summary: 'Set which source is preferred between runs of the same time.',
  usage: 'SERIES [SOURCE…]',
  options: STORE_OPTION,
  notes: `
The first source is preferred. Sources that are not named follow by name, and Gridtide's own comes last
unless it is named. Without a source the order is removed. An answer as of an earlier time goes by the
order of then.

For example: gridtide runs order dehrprice gridtide`,
  async run(args, io) {
    const [given, ...sources] = args.positionals;
    if (given === undefined) throw misuse('SERIES missing');
    const order = readSourceOrder(sources, 'SOURCE');
    await withStore(args, io, async (store) => {
      const code = parseSeriesId(given, 'SERIES');
      const now = io.now();
      const entry = {
        kind: 'define',
        actor: commandActor(),
        name: `${code}: ${describeSourceOrder(order)}`,
        now,
      } as const;
      await store.write(async (writer) => {
        const { key } = await findSeriesOrRefuse(writer, code, 'SERIES');
        await writer.setSourceOrder(key, order, now);
      }, entry);
      io.stdout.write(`${code}: ${describeSourceOrder(order)}\n`);
    });
    return DONE;
  },
};

export const runsCommands: CommandGroup = {
  name: 'runs',
  summary: 'Import forecast runs from files, and order their sources.',
  commands: [importCommand, orderCommand],
};

const importFile = (
  file: string,
  { store, zone, format, dialect, source, columns, skipsMissingHours }: RunsTask,
  io: Io,
): Promise<RunImport> =>
  withRows(file, io, { format, dialect }, (input) => {
    const now = io.now();
    return importRuns(store, input.rows, {
      zone,
      now,
      columns,
      skipsMissingHours,
      entry: { kind: 'runs', actor: commandActor(), name: inputName(file), now },
      // Compressing a file does not make its runs come from elsewhere.
      source: source ?? input.name.replace(/\.(?:gz|zst)$/i, ''),
    });
  });

/** `12 runs (10 new, 1 changed, 1 same) of 3 series, 0.01 s, 52,000 rows/s` */
function describe(result: RunImport, seconds: number): string {
  const { added, changed, same, repeats, skipped, series, rows } = result;
  const counts = describeCounts(result);
  const repeated = repeats === 0 ? '' : `, ${countOf(repeats, 'repeated line')}`;
  const left = skipped === 0 ? '' : `, ${countOf(skipped, 'row')} of a skipped hour left out`;
  return `${countOf(added + changed + same, 'run')} (${counts}${repeated}${left}) of ${formatCount(series)} series, ${describeSpeed(rows, seconds)}`;
}
