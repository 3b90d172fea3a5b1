// The report of a run: what the tables took to make, how much of them was sent, and whether that is little enough.

import { formatBytes, formatCount, formatDigits } from '../../harness/numbers.ts';
import type { Table } from '../report/tables.ts';
import { type BarVerdict, describeMachine, verdictTable, writePage } from '../report/write-page.ts';
import type { TablesMeasured } from './tables-measure.ts';

/** What is promised: the share of the files' bytes that is sent for 10 of 1,000 series. */
const MOST_SHARE = 0.03;
const MOST_SERVER_MB = 512;

const bytesOf = ({ files }: TablesMeasured): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const percent = (share: number): string => `${formatDigits(100 * share)} %`;

export function judgeTables(measured: TablesMeasured): BarVerdict[] {
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
  verdicts: readonly BarVerdict[],
): Table[] => [verdictTable(verdicts), workTable(measured)];

/** Writes `DATE-tables.md` and resolves to its path. */
export async function writeTablesReport(
  folder: string,
  command: string,
  measured: TablesMeasured,
  verdicts: readonly BarVerdict[],
): Promise<string> {
  return writePage({
    folder,
    name: 'tables',
    title: 'Tables in Parquet',
    command,
    run: `${formatCount(measured.series)} series of ten years hourly, a file a year, row groups by series. Each file was made when its length was first asked for, in one thread. ${describeMachine()}.`,
    tables: tablesTables(measured, verdicts),
  });
}
