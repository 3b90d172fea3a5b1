// gridtide export: observed values to files that gridtide import, spreadsheets and notebooks read.

import { type Arguments, type Command, DONE, type Io, misuse } from '#cli/command/command';
import { findByPatterns, readSpan, spanOf } from '#cli/command/series-spans';
import { marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import {
  type ExportTarget,
  readTarget,
  writeToFile,
  writeToOutput,
} from '#cli/commands/export/export-target';
import { describeSpeed } from '#cli/terminal/import-report';
import { ProgressLine } from '#cli/terminal/progress-line';
import { countOf, formatCount } from '#cli/terminal/table';
import type { ExportTable, RowBatch } from '#exporters/export-table';
import { longTable } from '#exporters/long-table';
import {
  countIndices,
  type OnRead,
  type SeriesSpan,
  type ValueSource,
} from '#exporters/series-span';
import { wideTable } from '#exporters/wide-table';
import { writeDefinitions } from '#exporters/write-definitions';

const SHAPES = { long: longTable, wide: wideTable };

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export observed values to CSV, NDJSON, Parquet, Arrow or Excel files.',
  usage: '[PATTERN…] [--from DATE] [--to DATE] [--out FILE] [--format NAME] [--shape NAME]',
  options: {
    from: {
      type: 'string',
      value: 'DATE',
      summary: 'month-1, week-1, 2026-W46, 9 Nov 2026 or an instant. Default: the first.',
    },
    to: { type: 'string', value: 'DATE', summary: 'The same; included. Default: the last value.' },
    out: {
      type: 'string',
      value: 'FILE',
      summary: 'The file to write; "-", the default, is standard output.',
    },
    format: {
      type: 'string',
      value: 'NAME',
      summary: 'csv, ndjson, parquet, arrow or xlsx. Default: by the file’s name; csv for "-".',
    },
    shape: {
      type: 'string',
      value: 'NAME',
      summary: 'long (series,time,value; the default) or wide (time,SERIES,SERIES…).',
    },
    definitions: {
      type: 'string',
      value: 'FILE',
      summary: 'Also write the series’ definitions, as CSV for import --define.',
    },
    ...STORE_OPTION,
  },
  notes: `
A PATTERN is an identifier in which "*" stands for any run of characters: dehrprice, de*, "*hrprice".
Without one every series is exported. Forecast runs are not exported.

All values are of one moment, even if others are stored in the meantime.

Times are UTC. Gaps are left out of the long form and empty in the wide one. gridtide import reads the
files again. A name such as prices.csv.gz or prices.ndjson.zst makes a compressed file. A file that
exists is replaced when the new one is whole. A sheet of Excel holds 1,048,575 rows.

For example: gridtide export "*hrprice" --from year-1 --to year-1 --out prices.parquet`,
  async run(args, io) {
    const target = readTarget(args.text('out') ?? '-', args.text('format'));
    if (target.path === '-' && !target.format.isText && io.stdout.isTTY) {
      throw misuse(`${target.format.name} is not for a terminal: name a file with --out`);
    }
    const makeTable = readShape(args);
    await withStore(args, io, async (store) => {
      const { zone } = await marketOf(store, io);
      const asked = readSpan(args.text('from'), args.text('to'), io.now(), zone);
      await store.snapshot(async (reader) => {
        const series = await findByPatterns(reader, args.positionals);
        const spans = series.map((one) => spanOf(one, asked, zone));
        const definitions = args.text('definitions');
        if (definitions !== undefined) {
          const text = Buffer.from(writeDefinitions(series));
          await writeToFile(onePiece(text), { path: definitions, compress: undefined });
        }
        await exportSpans(reader, spans, makeTable, target, io);
      });
    });
    return DONE;
  },
};

function readShape(args: Arguments): typeof longTable {
  const shape = args.text('shape') ?? 'long';
  if (shape === 'long' || shape === 'wide') return SHAPES[shape];
  throw misuse('--shape is long or wide');
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function exportSpans(
  source: ValueSource,
  spans: readonly SeriesSpan[],
  makeTable: typeof longTable,
  target: ExportTarget,
  io: Io,
): Promise<void> {
  const startedAt = performance.now();
  const line = new ProgressLine(io.stderr);
  const total = countIndices(spans);
  let done = 0;
  const onRead: OnRead = (count, code) => line.showSteps((done += count), total, code);
  const written = { rows: 0 };
  const table = countRows(makeTable(source, spans, onRead), written);
  const slices = target.format.write(table);
  try {
    if (target.path === '-') await writeToOutput(slices, io.stdout);
    else await writeToFile(slices, target);
  } finally {
    line.clear();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const [name, output] =
    target.path === '-' ? ['stdout', io.stderr] : ([target.path, io.stdout] as const);
  output.write(
    `${name}: ${countOf(written.rows, 'row')} of ${formatCount(spans.length)} series, ${describeSpeed(written.rows, seconds)}\n`,
  );
}

/** The same table; adds the rows it gives to `written`. */
function countRows(table: ExportTable, written: { rows: number }): ExportTable {
  async function* batches(): AsyncGenerator<RowBatch> {
    for await (const batch of table.batches) {
      written.rows += batch.length;
      yield batch;
    }
  }
  return { ...table, batches: batches() };
}
