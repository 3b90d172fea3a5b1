// One line over time, from zero up.

import { formatCount } from '../../harness/numbers.ts';
import { label, picture, rule } from './svg.ts';

const WIDTH = 860;
const HEIGHT = 300;
const LEFT = 60;
const RIGHT = 20;
const TOP = 40;
const BOTTOM = 30;
const LINE = '#0d9373';

export function lineChart(title: string, points: readonly (readonly [number, number])[]): string {
  const lastX = Math.max(...points.map(([x]) => x), 1e-9);
  const highest = niceAbove(Math.max(...points.map(([, y]) => y)));
  const xOf = (x: number): number => LEFT + (x / lastX) * (WIDTH - LEFT - RIGHT);
  const yOf = (y: number): number => HEIGHT - BOTTOM - (y / highest) * (HEIGHT - TOP - BOTTOM);
  const rows = [0, 0.25, 0.5, 0.75, 1].map((share) => share * highest);
  const columns = [0, 0.25, 0.5, 0.75, 1].map((share) => share * lastX);
  const path = points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' ');
  return picture(WIDTH, HEIGHT, title, [
    label(LEFT, 20, title, 'font-size="14" font-weight="600"'),
    ...rows.map(
      (y) =>
        rule(LEFT, yOf(y), WIDTH - RIGHT, yOf(y), 0.25) +
        label(LEFT - 8, yOf(y) + 4, formatCount(y), 'text-anchor="end"'),
    ),
    ...columns.map((x) =>
      label(xOf(x), HEIGHT - 10, Number(x.toPrecision(2)).toString(), 'text-anchor="middle"'),
    ),
    `<polyline points="${path}" fill="none" stroke="${LINE}" stroke-width="1.5"/>`,
  ]);
}

/** 1, 2, 4 or 8 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 8].find((step) => step * power >= value) ?? 10);
}
