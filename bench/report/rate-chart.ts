// The chart of a run: a row a request, a dot a contender, requests per second on a logarithmic axis.

import { formatCount } from '../../harness/numbers.ts';
import { CASE_TITLES } from '../cases.ts';
import { CONTENDERS, type ContenderName, TITLES } from '../contenders/contender.ts';
import type { RequestResult } from '../phases/measure-requests.ts';
import type { RunResults } from './run-results.ts';
import { dot, label, picture, rule } from './svg.ts';

const COLOURS: Readonly<Record<ContenderName, string>> = {
  bare: '#8b949e',
  warm: '#0d9373',
  cold: '#3fb8a0',
  postgres: '#5b7fd6',
  duckdb: '#c99a1e',
  chdb: '#d0683a',
};
const WIDTH = 860;
const LEFT = 190;
const RIGHT = 30;
const ROW_HEIGHT = 34;
const TOP = 74;

export function rateChart({ requests }: RunResults, clients: number): string {
  const shown = requests.filter((result) => result.clients === clients);
  const names = CONTENDERS.filter((name) => shown[0]?.readings.has(name));
  const rates = shown.flatMap(({ readings }) => [...readings.values()].map((r) => r.perSecond));
  const low = Math.floor(Math.log10(Math.min(...rates)));
  const high = Math.ceil(Math.log10(Math.max(...rates)));
  const xOf = (rate: number): number =>
    LEFT + ((Math.log10(rate) - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const bottom = TOP + shown.length * ROW_HEIGHT;
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const title = `Requests per second, ${clients} client${clients === 1 ? '' : 's'}, logarithmic`;
  return picture(WIDTH, bottom + 30, title, [
    label(LEFT, 20, title, 'font-size="14" font-weight="600"'),
    ...legend(names),
    ...powers.map(
      (power) =>
        rule(xOf(power), TOP - 8, xOf(power), bottom, 0.25) +
        label(xOf(power), bottom + 18, axisText(power), 'text-anchor="middle"'),
    ),
    ...shown.map((result, i) => row(result, names, TOP + (i + 0.5) * ROW_HEIGHT, xOf)),
  ]);
}

const axisText = (power: number): string => (power < 1 ? String(power) : formatCount(power));

function legend(names: readonly ContenderName[]): string[] {
  let x = LEFT;
  return names.map((name) => {
    const entry = dot(x, 44, COLOURS[name]) + label(x + 11, 48, TITLES[name]);
    // A guess at the text's width; the font is the reader's.
    x += 34 + TITLES[name].length * 6.6;
    return entry;
  });
}

function row(
  { name, readings }: RequestResult,
  names: readonly ContenderName[],
  y: number,
  xOf: (rate: number) => number,
): string {
  const pixels = [...readings.values()].map(({ perSecond }) => xOf(perSecond));
  const dots = names.map((who) => {
    const rate = readings.get(who)!.perSecond;
    const tip = `${TITLES[who]}, ${CASE_TITLES[name]}: ${formatCount(rate)} a second`;
    return dot(xOf(rate), y, COLOURS[who], tip);
  });
  return [
    label(LEFT - 14, y + 4, CASE_TITLES[name], 'text-anchor="end"'),
    rule(Math.min(...pixels), y, Math.max(...pixels), y, 0.5),
    ...dots,
  ].join('');
}
