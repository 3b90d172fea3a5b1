// The report of an import run: who was how fast, in how much memory, and whether that is enough.

import { medianOf } from '../harness/median.ts';
import { formatCount, formatDigits, formatRatio } from '../harness/numbers.ts';
import { importChart } from './import-chart.ts';
import { IMPORTERS, type ImporterName, type ImportMeasured } from './import-measure.ts';
import type { Table } from './report/tables.ts';
import { type BarVerdict, describeMachine, verdictTable, writePage } from './report/write-page.ts';

/** What is promised. */
export const MOST_MB = 512;
const LEAST_RATIO = 1;

const readingsOf = ({ rounds }: ImportMeasured, name: ImporterName) => rounds.get(name)!;

const peakOf = (measured: ImportMeasured, name: ImporterName): number =>
  Math.max(...readingsOf(measured, name).map(({ peakMb }) => peakMb));

export function judgeImport(measured: ImportMeasured): BarVerdict[] {
  const others = readingsOf(measured, 'DuckDB');
  // The median of the rounds' own ratios: both had the same moment.
  const ratio = medianOf(
    readingsOf(measured, 'Gridtide').map(({ ms }, round) => others[round]!.ms / ms),
  );
  const peakMb = peakOf(measured, 'Gridtide');
  return [
    {
      bar: `resident memory < ${MOST_MB} MB`,
      measured: `${formatCount(peakMb)} MB`,
      isReached: peakMb < MOST_MB,
    },
    {
      bar: `rows/s ≥ ${LEAST_RATIO} × DuckDB`,
      measured: formatRatio(ratio),
      isReached: ratio >= LEAST_RATIO,
    },
  ];
}

function speedTable(measured: ImportMeasured): Table {
  const { file } = measured;
  return {
    title: `A CSV of ${formatCount(file.bytes / 1e6)} MB, ${formatCount(file.rows)} rows`,
    note: `Medians of the rounds; memory is the largest resident set of any round. Gridtide: the import command, from opening an empty store to closing it. DuckDB: COPY into a table, and CHECKPOINT.`,
    head: [
      ...['', 'seconds', 'CPU seconds', 'million rows/s', 'MB/s'],
      ...['peak memory, MB', 'disk, bytes/row'],
    ],
    rows: IMPORTERS.map(({ name }) => {
      const readings = readingsOf(measured, name);
      const seconds = medianOf(readings.map(({ ms }) => ms)) / 1000;
      return [
        name,
        formatDigits(seconds),
        formatDigits(medianOf(readings.map(({ cpuMs }) => cpuMs)) / 1000),
        formatDigits(file.rows / seconds / 1e6),
        formatCount(file.bytes / seconds / 1e6),
        formatCount(peakOf(measured, name)),
        formatDigits(medianOf(readings.map(({ diskBytes }) => diskBytes)) / file.rows),
      ];
    }),
    textColumns: 1,
  };
}

export const importTables = (
  measured: ImportMeasured,
  verdicts: readonly BarVerdict[],
): Table[] => [verdictTable(verdicts), speedTable(measured)];

function describeRun({ file, duckdbVersion, rounds }: ImportMeasured): string {
  const count = rounds.get('Gridtide')!.length;
  const order = file.order === 'series' ? 'one series after the other' : 'hour by hour';
  return `${file.series} hourly series, ${order}; half prices, the rest loads and temperatures. ${count} interleaved rounds, each in a new process; rows and sum of what each stored were read back and were the same. ${describeMachine()}, DuckDB ${duckdbVersion}.`;
}

/** Writes `DATE-import[-…].md` and `.svg`; resolves to the Markdown's path. */
export async function writeImportReport(
  folder: string,
  command: string,
  measured: ImportMeasured,
  verdicts: readonly BarVerdict[],
): Promise<string> {
  const { bytes, order } = measured.file;
  const size = Math.round(bytes / 1e6);
  return writePage({
    folder,
    name: `import${size === 1_000 ? '' : `-${size}-mb`}${order === 'time' ? '-by-time' : ''}`,
    title: 'CSV import',
    command,
    run: describeRun(measured),
    charts: [{ title: 'Rows per second and memory', svg: importChart(measured, MOST_MB) }],
    tables: importTables(measured, verdicts),
  });
}
