// The report of a run: what the tables took to make, how much of them was sent, and whether that is little enough.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { formatBytes, formatCount, formatDigits } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { toMarkdown } from '../report/write-tables.ts';
import type { TablesMeasured } from './tables-measure.ts';

/** What is promised: the share of the files' bytes that is sent for 10 of 1,000 series. */
const MOST_SHARE = 0.03;
const MOST_SERVER_MB = 512;

export interface TablesVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly isReached: boolean;
}

const bytesOf = ({ files }: TablesMeasured): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const percent = (share: number): string => `${formatDigits(100 * share)} %`;

export function judgeTables(measured: TablesMeasured): TablesVerdict[] {
  const share = measured.sentBytes / bytesOf(measured);
  // A share of the series is read in any case; the bar is about what comes on top of it.
  const most = MOST_SHARE * (measured.wanted / measured.series / 0.01);
  return [
    {
      bar: `${measured.wanted} of ${formatCount(measured.series)} series with ≤ ${percent(most)} of the bytes`,
      measured: percent(share),
      isReached: share <= most,
    },
    {
      bar: `peak memory of the server < ${MOST_SERVER_MB} MB`,
      measured: `${formatCount(measured.serverPeakMb)} MB`,
      isReached: measured.serverPeakMb < MOST_SERVER_MB,
    },
  ];
}

const barTable = (verdicts: readonly TablesVerdict[]): Table => ({
  title: 'Bars',
  head: ['bar', 'measured', ''],
  rows: verdicts.map(({ bar, measured, isReached }) => [
    bar,
    measured,
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});

function workTable(measured: TablesMeasured): Table {
  const seconds = measured.files.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const all = bytesOf(measured);
  return {
    title: 'Work',
    head: ['', ''],
    rows: [
      ['points of all files', formatCount(measured.points)],
      ['bytes of all files', `${formatBytes(all)}, ${formatDigits(all / measured.points)} a point`],
      ['making them, seconds', formatDigits(seconds)],
      ['million points/s', formatDigits(measured.points / seconds / 1e6)],
      ['CPU of making them, seconds', formatDigits(measured.makingCpuMs / 1000)],
      [`reading ${measured.wanted} series, by`, measured.reader],
      ['requests', formatCount(measured.requests)],
      ['bytes sent', formatBytes(measured.sentBytes)],
      ['rows read', formatCount(measured.rows)],
      ['reading, ms', formatCount(measured.readMs)],
    ],
    textColumns: 1,
  };
}

export const tablesTables = (
  measured: TablesMeasured,
  verdicts: readonly TablesVerdict[],
): Table[] => [barTable(verdicts), workTable(measured)];

/** Writes `DATE-tables.md` and resolves to its path. */
export async function writeTablesReport(
  folder: string,
  command: string,
  measured: TablesMeasured,
  verdicts: readonly TablesVerdict[],
): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim();
  const run = `${formatCount(measured.series)} series of ten years hourly, a file a year, row groups by series. Each file was made when its length was first asked for, in one thread. ${cpus().length} cores (${model}), ${gigabytes} GB, Node ${process.version}.`;
  const head = `# Tables in Parquet, ${date}\n\n\`${command}\`\n\n${run}\n`;
  const sections = tablesTables(measured, verdicts).map(toMarkdown);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${date}-tables.md`);
  await writeFile(path, [head, ...sections].join('\n'));
  return path;
}
