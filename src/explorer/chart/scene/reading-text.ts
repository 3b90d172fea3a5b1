// What the cursor reads, in words: the same line is shown above the chart and spoken by a screen
// reader.

import type { Zone } from '#core/time/zone';
import { type Stretch, stretchAt, valueIndexAt } from '#explorer/chart/scene/nearest-value.ts';
import { readLines, type Scene, shownLines } from '#explorer/chart/scene/scene.ts';
import { formatNumber } from '#view/axes/number-text';
import { intervalText, momentText } from '#view/axes/time-text';
import type { Line } from '#view/chart/line';

/** One line's part of the readout. */
export interface Reading {
  readonly label: string;
  /** `73.50` or `no value`. */
  readonly value: string;
  /** The unit. Neighbours that share it have it once, after the last of them; the others are empty. */
  readonly unit: string;
  /** `forecast`, `10 of 168 h`, or empty. */
  readonly note: string;
}

export interface Readout {
  /** The stretch that is read; undefined outside all lines. */
  readonly stretch: Stretch | undefined;
  readonly time: string;
  readonly readings: readonly Reading[];
  /** `12 older runs 40.10 to 55.20`, and the underlay's text; empty if neither exists. */
  readonly background: string;
}

const NO_VALUE = 'no value';

export function readAt(scene: Scene, time: number): Readout {
  const lines = readLines(scene);
  const stretch = stretchAt(lines.length > 0 ? lines : shownLines(scene), time);
  return {
    stretch,
    time: timeText(stretch, time, scene.zone),
    readings: lines.map((line, i) => readLine(line, time, lines[i + 1]?.series.unit)),
    background: [scene.underlay?.textAt(time), backgroundText(scene, time)]
      .filter(Boolean)
      .join(' · '),
  };
}

/** Writes `Tue 10 Nov 2026, 11:00 · dehrprice 73.50 · frhrprice 59.37 EUR/MWh`. */
export function readoutText({ time, readings, background }: Readout): string {
  const parts = readings.map(
    ({ label, value, unit, note }) =>
      `${label} ${value}${unit && ` ${unit}`}${note && ` (${note})`}`,
  );
  return [time, ...parts, background].filter((part) => part !== '').join(' · ');
}

/** More lines would cover the plot; the line above it has all of them. */
const MOST_TIP_LINES = 6;

/** What stands beside the cursor: the time, then a line for each reading. */
export const tipTexts = ({ time, readings }: Readout): string[] => [
  time,
  ...readings
    .slice(0, MOST_TIP_LINES)
    .map(({ label, value, unit, note }) =>
      [label, value, unit, note && `(${note})`].filter(Boolean).join(' '),
    ),
];

function timeText(stretch: Stretch | undefined, time: number, zone: Zone): string {
  if (!stretch) return momentText(time, zone);
  return intervalText(stretch.start, stretch.end, zone);
}

function readLine(line: Line, time: number, nextUnit: string | undefined): Reading {
  const { values, forecastFrom, decimals, series } = line;
  const index = valueIndexAt(line, time);
  const value = values[index] ?? Number.NaN;
  const hasValue = !Number.isNaN(value);
  return {
    label: series.label,
    value: hasValue ? formatNumber(value, decimals) : NO_VALUE,
    unit: series.unit === nextUnit ? '' : series.unit,
    note: hasValue ? (series.notes?.get(index) ?? (index >= forecastFrom ? 'forecast' : '')) : '',
  };
}

/** The range of the faint lines: a list with a value each would be too long to read. */
function backgroundText(scene: Scene, time: number): string {
  const lines = shownLines(scene).filter(({ series }) => series.isFaint);
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const line of lines) {
    const value = line.values[valueIndexAt(line, time)];
    if (value === undefined || Number.isNaN(value)) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    count++;
  }
  if (count === 0) return '';
  const decimals = Math.max(...lines.map((line) => line.decimals));
  const [from, to] = [formatNumber(least, decimals), formatNumber(greatest, decimals)];
  const range = from === to ? from : `${from} to ${to}`;
  return count === 1 ? `older run ${range}` : `${count} older runs ${range}`;
}
