// The chart of an import run: a dot a round, once by speed and once by memory.

import { formatCount, formatDigits } from '../harness/numbers.ts';
import { IMPORTERS, type ImporterName, type ImportMeasured } from './import-measure.ts';
import { dot, label, picture, rule } from './report/svg.ts';

const COLOURS: Readonly<Record<ImporterName, string>> = { Gridtide: '#0d9373', DuckDB: '#c99a1e' };
const WIDTH = 860;
const LEFT = 110;
const RIGHT = 40;
const ROW_HEIGHT = 30;
const PANEL_HEIGHT = 140;
const TOP = 30;

interface Panel {
  readonly title: string;
  readonly readings: ReadonlyMap<ImporterName, readonly number[]>;
  readonly format: (value: number) => string;
  /** A line that the first contender's dots must stay left of. */
  readonly limit?: number;
}

export function importChart({ file, rounds }: ImportMeasured, limitMb: number): string {
  const readingsBy = (read: (round: { ms: number; peakMb: number }) => number) =>
    new Map(IMPORTERS.map(({ name }) => [name, rounds.get(name)!.map(read)]));
  const panels: Panel[] = [
    {
      title: 'Million rows per second',
      readings: readingsBy(({ ms }) => file.rows / ms / 1_000),
      format: formatDigits,
    },
    {
      title: 'Peak resident memory, MB',
      readings: readingsBy(({ peakMb }) => peakMb),
      format: formatCount,
      limit: limitMb,
    },
  ];
  const title = `CSV import of ${formatCount(file.bytes / 1e6)} MB, a dot a round`;
  return picture(WIDTH, TOP + panels.length * PANEL_HEIGHT, title, [
    label(LEFT, 20, title, 'font-size="14" font-weight="600"'),
    ...panels.flatMap((panel, i) => drawPanel(panel, TOP + i * PANEL_HEIGHT)),
  ]);
}

function drawPanel({ title, readings, format, limit }: Panel, top: number): string[] {
  const most = Math.max(...[...readings.values()].flat(), limit ?? 0) * 1.05;
  const xOf = (value: number): number => LEFT + (value / most) * (WIDTH - LEFT - RIGHT);
  const bottom = top + 40 + IMPORTERS.length * ROW_HEIGHT;
  const step = niceStep(most / 4);
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  return [
    label(LEFT, top + 22, title),
    ...ticks.map(
      (tick) =>
        rule(xOf(tick), top + 34, xOf(tick), bottom, 0.25) +
        label(xOf(tick), bottom + 16, format(tick), 'text-anchor="middle"'),
    ),
    ...(limit === undefined
      ? []
      : [
          rule(xOf(limit), top + 34, xOf(limit), bottom, 1),
          label(xOf(limit) - 6, top + 30, `bar ${limit}`, 'text-anchor="end"'),
        ]),
    ...IMPORTERS.flatMap(({ name }, row) => {
      const y = top + 40 + (row + 0.5) * ROW_HEIGHT;
      const dots = readings.get(name)!.map((value, round) => {
        return dot(xOf(value), y, COLOURS[name], `${name}, round ${round + 1}: ${format(value)}`);
      });
      return [label(LEFT - 14, y + 4, name, 'text-anchor="end"'), ...dots];
    }),
  ];
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((step) => step * power >= least) ?? 10);
}
