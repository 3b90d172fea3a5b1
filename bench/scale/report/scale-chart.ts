// p50 by the number of series: one small panel a read, a line an engine, from zero up.

import { formatDigits } from '../../../harness/numbers.ts';
import { dot, label, picture, rule } from '../../report/svg.ts';
import { ENGINE_TITLES, type EngineName } from '../engine.ts';
import { READS, type ScaleRead } from '../reads.ts';
import type { ScaleResults } from './scale-results.ts';

const COLOURS: Readonly<Record<EngineName, string>> = { sqlite: '#0d9373', postgres: '#5b7fd6' };
const COLUMNS = 4;
const PANEL_WIDTH = 215;
const PANEL_HEIGHT = 170;
const LEFT = 34;
const RIGHT = 22;
const TOP = 62;
const PLOT_TOP = 30;
const PLOT_BOTTOM = 36;

export function scaleChart(results: ScaleResults): string {
  const lines = Math.ceil(READS.length / COLUMNS);
  const title = 'p50 in ms by the number of series, one caller, cache off';
  const panels = READS.map((read, i) =>
    panel(results, read, (i % COLUMNS) * PANEL_WIDTH, TOP + Math.floor(i / COLUMNS) * PANEL_HEIGHT),
  );
  return picture(COLUMNS * PANEL_WIDTH, TOP + lines * PANEL_HEIGHT, title, [
    label(LEFT, 20, title, 'font-size="14" font-weight="600"'),
    ...results.engines.map(
      ({ engine }, i) =>
        dot(LEFT + 6 + i * 110, 42, COLOURS[engine]) +
        label(LEFT + 18 + i * 110, 46, ENGINE_TITLES[engine]),
    ),
    ...panels.flat(),
  ]);
}

function panel({ engines }: ScaleResults, read: ScaleRead, x: number, y: number): string[] {
  const lines = engines.map(({ engine, latencies }) => ({
    engine,
    points: latencies.filter((each) => each.read === read.name),
  }));
  const all = lines.flatMap(({ points }) => points);
  const sizes = [...new Set(all.map(({ size }) => size))].sort((a, b) => a - b);
  const highest = Math.max(...all.map(({ p50Ms }) => p50Ms)) * 1.15;
  const [low, high] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)];
  const width = PANEL_WIDTH - LEFT - RIGHT;
  const bottom = y + PANEL_HEIGHT - PLOT_BOTTOM;
  const height = PANEL_HEIGHT - PLOT_TOP - PLOT_BOTTOM;
  const xOf = (size: number): number =>
    x + LEFT + ((Math.log10(size) - low) / (high - low || 1)) * width;
  const yOf = (ms: number): number => bottom - (ms / highest) * height;
  return [
    label(x + LEFT, y + 16, read.title, 'font-weight="600"'),
    rule(x + LEFT, bottom, x + PANEL_WIDTH - RIGHT, bottom, 0.5),
    ...sizes.map((size) => label(xOf(size), bottom + 16, sizeText(size), 'text-anchor="middle"')),
    ...lines.map(({ engine, points }) => {
      const path = points.map(
        ({ size, p50Ms }) => `${xOf(size).toFixed(1)},${yOf(p50Ms).toFixed(1)}`,
      );
      const last = points.at(-1)!;
      const dots = points.map(({ size, p50Ms }) =>
        dot(
          xOf(size),
          yOf(p50Ms),
          COLOURS[engine],
          `${ENGINE_TITLES[engine]}, ${size.toLocaleString('en')} series: ${formatDigits(p50Ms)} ms`,
        ),
      );
      const stroke = `fill="none" stroke="${COLOURS[engine]}" stroke-width="1.5"`;
      // Above the upper line, below the lower one.
      const isLower = lines.some((other) => other.points.at(-1)!.p50Ms > last.p50Ms);
      const text = [points[0]!, last].map(({ size, p50Ms }) =>
        label(
          xOf(size),
          yOf(p50Ms) + (isLower ? 19 : -9),
          formatDigits(p50Ms),
          'text-anchor="middle"',
        ),
      );
      return `<polyline points="${path.join(' ')}" ${stroke}/>${dots.join('')}${text.join('')}`;
    }),
  ];
}

/** 1,000,000 → 1M */
function sizeText(size: number): string {
  if (size >= 1e6) return `${Number((size / 1e6).toPrecision(2))}M`;
  return size >= 1_000 ? `${Number((size / 1_000).toPrecision(2))}k` : String(size);
}
