// The pictures of a model run: errors of every method in a market, errors beside another forecast's, and what bands contained.

import { dot, label, picture, rule } from '../report/svg.ts';
import type { Chart } from '../report/write-page.ts';
import type { MarketResult, ModelVerdict, Reached, Share } from './model-report.ts';
import { BAND_SLACK } from './questions.ts';

const OURS = '#0d9373';
const OURS_ALONE = '#3fb8a0';
const MISSED = '#d0683a';
const OTHERS = '#8b949e';

const WIDTH = 760;
const LEFT = 270;
const RIGHT = 60;
const ROW_HEIGHT = 26;

/** MAE of every method in one market, best last. */
function maeChart({ question, published, ours }: MarketResult, top: number): string[] {
  const entries = [
    ...published.map(({ name, score }) => ({ name, mae: score.mae, colour: OTHERS })),
    ...ours.scores
      .filter(({ kind }) => kind !== 'naive')
      .map(({ name, kind, score }) => ({
        name: kind === 'blend' ? 'Gridtide' : `Gridtide’s ${name}`,
        mae: score.mae,
        colour: kind === 'blend' ? OURS : OURS_ALONE,
      })),
  ]
    .filter(({ name }) => name !== 'weekly naive')
    .sort((a, b) => b.mae - a.mae);
  const low = Math.min(...entries.map(({ mae }) => mae)) * 0.97;
  const high = Math.max(...entries.map(({ mae }) => mae)) * 1.01;
  const xOf = (mae: number): number => LEFT + ((mae - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  return [
    label(LEFT, top, `${question.name}: mean absolute error`, 'font-size="14" font-weight="600"'),
    ...entries.flatMap(({ name, mae, colour }, i) => {
      const y = top + (i + 1) * ROW_HEIGHT;
      return [
        label(LEFT - 14, y + 4, name, 'text-anchor="end"'),
        rule(LEFT, y, xOf(mae), y, 0.3),
        dot(xOf(mae), y, colour),
        label(xOf(mae) + 12, y + 4, mae.toFixed(3)),
      ];
    }),
  ];
}

function errorChart(markets: readonly MarketResult[]): string {
  const heightOf = ({ published, ours }: MarketResult): number =>
    (published.length + ours.scores.length + 2) * ROW_HEIGHT;
  let top = 24;
  const parts = markets.flatMap((market) => {
    const drawn = maeChart(market, top);
    top += heightOf(market);
    return drawn;
  });
  return picture(WIDTH, top, 'Mean absolute error of day-ahead price forecasts', parts);
}

/** One row each: its share of the other's error, a stroke at what is allowed, and a line at the other's own error. */
function shareChart(rows: readonly Share[]): string {
  const low = Math.min(...rows.map(({ share, most = 1 }) => Math.min(share, most))) - 0.05;
  const high = Math.max(1, ...rows.map(({ share }) => share)) + 0.03;
  const title = 'Error as a share of the other forecast’s';
  return rowChart(title, rows, low, high, [1], ({ share, most }) => ({
    at: share,
    text: `${share.toFixed(3)} ×`,
    colour: most !== undefined && share > most ? MISSED : OURS,
    strokes: most === undefined ? [] : [most],
  }));
}

/** One row a band: what it contained between the strokes of what is allowed. */
function reachedChart(rows: readonly Reached[]): string {
  const wanted = rows.map((row) => row.wanted);
  const low = Math.min(...wanted) - 2 * BAND_SLACK;
  const high = Math.max(...wanted) + 2 * BAND_SLACK;
  return rowChart('Share of prices within the bands', rows, low, high, [], (row) => ({
    at: row.reached,
    text: `${(row.reached * 100).toFixed(1)} %`,
    colour: Math.abs(row.reached - row.wanted) > BAND_SLACK ? MISSED : OURS,
    strokes: [row.wanted - BAND_SLACK, row.wanted + BAND_SLACK],
  }));
}

interface DrawnRow {
  readonly at: number;
  readonly text: string;
  readonly colour: string;
  readonly strokes: readonly number[];
}

function rowChart<Row extends { readonly name: string }>(
  title: string,
  rows: readonly Row[],
  low: number,
  high: number,
  lines: readonly number[],
  drawnOf: (row: Row) => DrawnRow,
): string {
  const bottom = (rows.length + 2) * ROW_HEIGHT;
  const xOf = (value: number): number =>
    LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  return picture(WIDTH, bottom, title, [
    label(LEFT, 24, title, 'font-size="14" font-weight="600"'),
    ...lines.map((line) => rule(xOf(line), 34, xOf(line), bottom - 12, 0.8)),
    ...rows.flatMap((row, i) => {
      const y = 24 + (i + 1) * ROW_HEIGHT;
      const { at, text, colour, strokes } = drawnOf(row);
      return [
        label(LEFT - 14, y + 4, row.name, 'text-anchor="end"'),
        rule(LEFT, y, WIDTH - RIGHT, y, 0.15),
        ...strokes.map((stroke) => rule(xOf(stroke), y - 9, xOf(stroke), y + 9, 1)),
        dot(xOf(at), y, colour),
        label(WIDTH - RIGHT + 8, y + 4, text),
      ];
    }),
  ]);
}

/** The pictures of what was run. */
export function chartsOf(
  markets: readonly MarketResult[],
  verdicts: readonly ModelVerdict[],
): Chart[] {
  const drawn = verdicts.flatMap((verdict) => verdict.drawn ?? []);
  const shares = drawn.filter((each) => 'share' in each);
  const reached = drawn.filter((each) => 'reached' in each);
  return [
    ...(markets.length > 0 ? [{ title: 'Mean absolute error', svg: errorChart(markets) }] : []),
    ...(shares.length > 0
      ? [{ name: 'share', title: 'Errors beside other forecasts', svg: shareChart(shares) }]
      : []),
    ...(reached.length > 0
      ? [{ name: 'bands', title: 'What the bands contained', svg: reachedChart(reached) }]
      : []),
  ];
}
