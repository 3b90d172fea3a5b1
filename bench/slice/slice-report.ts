// The report of a run: what each piece of work took, in how much memory, and whether that is enough.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../../harness/median.ts';
import { formatBytes, formatCount, formatDigits, formatRatio } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { toMarkdown } from '../report/write-tables.ts';
import { ratioOf, type SliceMeasured, WORK, type WorkName } from './slice-measure.ts';

/** What is promised. */
const MOST_OVER_ACTUAL = 40;
const LEAST_OVER_SQL = 20;
const MOST_READER_MB = 256;
/** The bound that a server keeps under a stranger's requests too. */
const MOST_SERVER_MB = 400;

export interface SliceVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly isReached: boolean;
}

export function judgeSlices(measured: SliceMeasured): SliceVerdict[] {
  const atMost = (bar: string, ratio: number, most: number): SliceVerdict => ({
    bar: `${bar} ≤ ${most} ×`,
    measured: formatRatio(ratio),
    isReached: ratio <= most,
  });
  const atLeast = (bar: string, ratio: number): SliceVerdict => ({
    bar: `${bar} ≥ ${LEAST_OVER_SQL} ×`,
    measured: formatRatio(ratio),
    isReached: ratio >= LEAST_OVER_SQL,
  });
  const peak = (who: string, mb: number, most: number): SliceVerdict => ({
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

const barTable = (measured: SliceMeasured, verdicts: readonly SliceVerdict[]): Table => ({
  title: 'Bars',
  note: `SQL over all rows is the question as most people write it. SQL that searches an index made for it, day by day, takes ${formatRatio(ratioOf(measured, 'sql', 'sliced'))} the time of the slice, and has no bar.`,
  head: ['bar', 'measured', ''],
  rows: verdicts.map(({ bar, measured, isReached }) => [
    bar,
    measured,
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});

export const sliceTables = (
  measured: SliceMeasured,
  verdicts: readonly SliceVerdict[],
): Table[] => [barTable(measured, verdicts), timeTable(measured)];

function describeRun({ size, equalRows, rounds, postgres }: SliceMeasured): string {
  const count = rounds.get('slice')!.length;
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim();
  return `${size.series} hourly series of prices, asked about in turn; two runs a day for ${formatCount(size.days)} days, each of 240 hours with two bands. ${count} interleaved rounds; ${formatCount(equalRows)} rows of SQL were compared with ours first and were the same. PostgreSQL ${postgres.version} has ${formatCount(postgres.rows)} rows in ${formatBytes(postgres.bytes)}. ${cpus().length} cores (${model}), ${gigabytes} GB, Node ${process.version}.`;
}

/** Writes `DATE-slice.md` and resolves to its path. */
export async function writeSliceReport(
  folder: string,
  command: string,
  measured: SliceMeasured,
  verdicts: readonly SliceVerdict[],
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const head = `# Slices of runs, ${date}\n\n\`${command}\`\n\n${describeRun(measured)}\n`;
  const sections = sliceTables(measured, verdicts).map(toMarkdown);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${date}-slice.md`);
  await writeFile(path, [head, ...sections].join('\n'));
  return path;
}
