// The table that a run prints.

import { medianOf } from '../harness/median.ts';
import type { LoadedFile } from './page-measure.ts';
import { PAGE_POINTS } from './page-store.ts';

/** What is promised. */
const MOST_PAINT_MS = 400;
const MOST_BYTES = 140_000;

interface PageReport {
  /** Chromium's version. */
  readonly browser: string;
  /** Milliseconds. */
  readonly paintTimes: readonly number[];
  readonly firstLoad: readonly LoadedFile[];
  /** Milliseconds of this page, and of that of another checkout if there is one. */
  readonly firstCharts: readonly (readonly number[])[];
}

const ms = (value: number): string => `${Math.round(value)} ms`;
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function spread(values: readonly number[]): string[] {
  return [medianOf(values), Math.min(...values), Math.max(...values)].map(ms);
}

/** How much longer this page takes than the other: the median of the rounds' own ratios. */
function ratioRows([own, other]: readonly (readonly number[])[]): string[][] {
  if (!own || !other) return [];
  const ratio = medianOf(own.map((time, round) => time / other[round]!));
  return [['  this page’s time in that of the other', ratio.toFixed(2), '', '', '']];
}

export function printPageReport(report: PageReport): void {
  const { browser, paintTimes, firstLoad, firstCharts } = report;
  const bytes = firstLoad.reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0);
  const points = PAGE_POINTS.toLocaleString('en');
  const rows = [
    ['', 'median', 'least', 'greatest', 'limit'],
    [`${points} points, arrival to painted`, ...spread(paintTimes), ms(MOST_PAINT_MS)],
    ...firstCharts.map((times, i) => [
      `first chart, CPU slowed four times${i === 0 ? '' : ', the other checkout'}`,
      ...spread(times),
      '',
    ]),
    ...ratioRows(firstCharts),
    ['first load of Explore, gzipped', kilobytes(bytes), '', '', kilobytes(MOST_BYTES)],
    ...firstLoad.map(({ path, gzippedBytes }) => [
      `  ${path}`,
      kilobytes(gzippedBytes),
      '',
      '',
      '',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  console.log(
    `\nThe page in Chromium ${browser}, 1440 × 900, Node ${process.version}, ${paintTimes.length} rounds\n`,
  );
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
