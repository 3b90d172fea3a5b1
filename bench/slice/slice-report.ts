// The report of a run: what each piece of work took, in how much memory, and whether that is enough.

import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { type BarVerdict, describeMachine, verdictTable, writePage } from '../report/write-page.ts';
import { ratioOf, type SliceMeasured, WORK, type WorkName } from './slice-measure.ts';

/** What is promised. */
const MOST_OVER_ACTUAL = 40;
const LEAST_OVER_SQL = 20;
const MOST_READER_MB = 256;
/** The bound that a server keeps under a stranger's requests too. */
const MOST_SERVER_MB = 400;

export function judgeSlices(measured: SliceMeasured): BarVerdict[] {
  const atMost = (bar: string, ratio: number, most: number): BarVerdict => ({
    bar: `${bar} ≤ ${most} ×`,
    measured: formatRatio(ratio),
    isReached: ratio <= most,
  });
  const atLeast = (bar: string, ratio: number): BarVerdict => ({
    bar: `${bar} ≥ ${LEAST_OVER_SQL} ×`,
    measured: formatRatio(ratio),
    isReached: ratio >= LEAST_OVER_SQL,
  });
  const peak = (who: string, mb: number, most: number): BarVerdict => ({
    bar: `peak memory of the ${who} < ${most} MB`,
    measured: `${formatCount(mb)} MB`,
    isReached: mb < most,
  });
  return [
    atMost(
      'reading the slice over reading the actual values',
      ratioOf(measured, 'slice', 'values'),
      MOST_OVER_ACTUAL,
    ),
    atMost(
      'answering the slice over answering the actual values',
      ratioOf(measured, 'sliced', 'actual'),
      MOST_OVER_ACTUAL,
    ),
    atLeast('SQL over all rows, over the slice', ratioOf(measured, 'sql-whole', 'sliced')),
    peak('reader', measured.readerPeakMb, MOST_READER_MB),
    peak('server', measured.serverPeakMb, MOST_SERVER_MB),
  ];
}

const timeTable = (measured: SliceMeasured): Table => ({
  title: `daysAhead=1 over ${formatCount(measured.runs)} runs, ${formatCount(measured.hours)} hours`,
  note: 'Medians of the rounds. Reading: the store’s file into typed arrays, in a process without a server. Answering: a request for JSON over HTTP, one client, cache off. CPU: of the server’s process, its threads and its database’s.',
  head: ['work', 'ms', 'CPU ms'],
  rows: (Object.keys(WORK) as WorkName[]).map((name) => {
    const timings = measured.rounds.get(name)!;
    return [
      WORK[name],
      formatDigits(medianOf(timings.map(({ ms }) => ms))),
      formatDigits(medianOf(timings.map(({ cpuMs }) => cpuMs))),
    ];
  }),
  textColumns: 1,
});

const sqlNote = (measured: SliceMeasured): string =>
  `SQL over all rows is the question as most people write it. SQL that searches an index made for it, day by day, takes ${formatRatio(ratioOf(measured, 'sql', 'sliced'))} the time of the slice, and has no bar.`;

export const sliceTables = (measured: SliceMeasured, verdicts: readonly BarVerdict[]): Table[] => [
  verdictTable(verdicts, sqlNote(measured)),
  timeTable(measured),
];

function describeRun({ size, equalRows, rounds, postgres }: SliceMeasured): string {
  const count = rounds.get('slice')!.length;
  return `${size.series} hourly series of prices, asked about in turn; two runs a day for ${formatCount(size.days)} days, each of 240 hours with two bands. ${count} interleaved rounds; ${formatCount(equalRows)} rows of SQL were compared with ours first and were the same. PostgreSQL ${postgres.version} has ${formatCount(postgres.rows)} rows in ${formatBytes(postgres.bytes)}. ${describeMachine()}.`;
}

/** Writes `DATE-slice.md` and resolves to its path. */
export async function writeSliceReport(
  folder: string,
  command: string,
  measured: SliceMeasured,
  verdicts: readonly BarVerdict[],
): Promise<string> {
  return writePage({
    folder,
    name: 'slice',
    title: 'Slices of runs',
    command,
    run: describeRun(measured),
    tables: sliceTables(measured, verdicts),
  });
}
