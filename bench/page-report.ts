// The table that a run prints.

import type { LoadedFile } from './page-measure.ts';
import { PAGE_POINTS } from './page-store.ts';

/** What is promised. */
const MOST_PAINT_MS = 400;
const MOST_BYTES = 130_000;

interface PageReport {
  /** Chromium's version. */
  readonly browser: string;
  /** Milliseconds. */
  readonly paintTimes: readonly number[];
  readonly firstLoad: readonly LoadedFile[];
}

const ms = (value: number): string => `${Math.round(value)} ms`;
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function spread(values: readonly number[]): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return [middle, sorted[0]!, sorted.at(-1)!].map(ms);
}

export function printPageReport({ browser, paintTimes, firstLoad }: PageReport): void {
  const bytes = firstLoad.reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0);
  const points = PAGE_POINTS.toLocaleString('en');
  const rows = [
    ['', 'median', 'least', 'greatest', 'limit'],
    [`${points} points, arrival to painted`, ...spread(paintTimes), ms(MOST_PAINT_MS)],
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
