// The report of a model run: the benchmark's table with our rows under the published ones, the bands,
// and consumption beside the grid operators.

import type { Score } from '#model/numbers/score';
import type { Table } from '../report/tables.ts';
import { describeMachine, writePage } from '../report/write-page.ts';
import type { BacktestResult } from './backtest-process.ts';
import { chartsOf } from './model-charts.ts';
import type { PublishedScore } from './published.ts';
import { BAND_SLACK, type MarketQuestion, MOST_CPU_SECONDS_A_DAY } from './questions.ts';

export interface MarketResult {
  readonly question: MarketQuestion;
  readonly published: readonly PublishedScore[];
  readonly ours: BacktestResult;
}

export interface LoadResult {
  readonly area: string;
  readonly operator: Score;
  readonly ours: Score;
  readonly naive: Score;
  readonly days: number;
}

const digits = (value: number, places: number): string =>
  Number.isFinite(value) ? value.toFixed(places) : '–';

/** A row a method, three columns a market. */
export function priceTable(markets: readonly MarketResult[]): Table {
  const rows = new Map<string, (Score | undefined)[]>();
  const put = (name: string, market: number, score: Score): void => {
    const row = rows.get(name) ?? markets.map(() => undefined);
    row[market] = score;
    rows.set(name, row);
  };
  markets.forEach(({ published }, i) => {
    for (const { name, score } of published) put(name, i, score);
  });
  markets.forEach(({ ours }, i) => {
    for (const { name, kind, score } of ours.scores)
      if (kind !== 'naive') put(kind === 'blend' ? 'Gridtide' : `Gridtide’s ${name}`, i, score);
  });
  const ordered = [...rows].sort(([a], [b]) => Number(a === 'Gridtide') - Number(b === 'Gridtide'));
  return {
    title: 'Day-ahead prices',
    note: markets
      .map(
        ({ question, ours }) =>
          `${question.name}: the last ${question.asked.testDays} days${question.asked.every > 1 ? `, every ${question.asked.every}th` : ''}, one fit a day, ${ours.days} days scored, ${digits(ours.cpuSecondsADay, 2)} CPU seconds a day.`,
      )
      .join(' '),
    head: [
      'method',
      ...markets.flatMap(({ question: { name } }) => [
        `${name} MAE`,
        `${name} rMAE`,
        `${name} sMAPE %`,
      ]),
    ],
    rows: ordered.map(([name, scores]) => [
      name,
      ...scores.flatMap((score) => [
        digits(score?.mae ?? NaN, 3),
        digits(score?.rmae ?? NaN, 3),
        digits(score?.smape ?? NaN, 2),
      ]),
    ]),
    textColumns: 1,
  };
}

export interface ModelVerdict {
  readonly what: string;
  readonly bar: string;
  readonly measured: string;
  /** Absent for a figure without a bar. */
  readonly isReached?: boolean;
  /** What pictures show of it. */
  readonly drawn?: Share | Reached;
}

/** An error as a share of another forecast's. */
export interface Share {
  readonly name: string;
  readonly share: number;
  /** The largest share that is allowed; absent without a bar. */
  readonly most?: number | undefined;
}

/** The share of the actual values that a band contained. */
export interface Reached {
  readonly name: string;
  readonly reached: number;
  readonly wanted: number;
}

export const blendOf = ({ scores }: BacktestResult): Score =>
  scores.find(({ kind }) => kind === 'blend')!.score;

export function judgeModel(
  markets: readonly MarketResult[],
  loads: readonly LoadResult[],
): ModelVerdict[] {
  const ofMarkets = markets.flatMap(({ question: { name, bar }, ours }) => {
    const { mae } = blendOf(ours);
    const atMost = (what: string, most: number): ModelVerdict => ({
      what: `${name}, ${what}`,
      bar: `≤ ${most}`,
      measured: digits(mae, 3),
      isReached: mae <= most,
    });
    const cpu = ours.cpuSecondsADay;
    return [
      atMost('MAE', bar),
      {
        what: `${name}, CPU seconds a day`,
        bar: `≤ ${MOST_CPU_SECONDS_A_DAY}`,
        measured: digits(cpu, 2),
        isReached: cpu <= MOST_CPU_SECONDS_A_DAY,
      },
      ...ours.bands.map(({ coverage, reached }) => ({
        what: `${name}, ${Math.round(coverage * 100)} % band holds`,
        bar: `${Math.round((coverage - BAND_SLACK) * 100)}–${Math.round((coverage + BAND_SLACK) * 100)} %`,
        measured: `${digits(reached * 100, 1)} %`,
        isReached: Math.abs(reached - coverage) <= BAND_SLACK,
        drawn: { name: `${name}, ${Math.round(coverage * 100)} %`, reached, wanted: coverage },
      })),
    ];
  });
  const ofLoads = loads.map(({ area, operator, ours }) => ({
    what: `${area}, consumption, MAPE`,
    bar: `< ${digits(operator.mape, 2)} % (operator)`,
    measured: `${digits(ours.mape, 2)} %`,
    isReached: ours.mape < operator.mape,
    drawn: { name: `Consumption ${area}`, share: ours.mape / operator.mape, most: 1 },
  }));
  return [...ofMarkets, ...ofLoads];
}

export const verdictTable = (verdicts: readonly ModelVerdict[]): Table => ({
  title: 'Bars',
  head: ['what', 'bar', 'measured', ''],
  rows: verdicts.map(({ what, bar, measured, isReached }) => [
    what,
    bar,
    measured,
    isReached === undefined ? '' : isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});

export const loadTable = (loads: readonly LoadResult[]): Table => ({
  title: 'Consumption',
  note: '2022-07-01 to 2023-06-30, every 8th day, at 09:00 of the day before, with the grid operator’s forecast as driver; MAPE in % over the same hours.',
  head: ['area', 'days', 'a week before', 'operator', 'Gridtide'],
  rows: loads.map(({ area, days, operator, ours, naive }) => [
    area,
    String(days),
    digits(naive.mape, 2),
    digits(operator.mape, 2),
    digits(ours.mape, 2),
  ]),
  textColumns: 1,
});

/** Writes `DATE-model.md` and its pictures, named by the parts if not all were run; resolves to the page's path. */
export const writeModelReport = (
  folder: string,
  command: string,
  parts: readonly string[],
  markets: readonly MarketResult[],
  verdicts: readonly ModelVerdict[],
  tables: readonly Table[],
): Promise<string> =>
  writePage({
    folder,
    name: ['model', ...parts].join('-'),
    title: 'The model',
    command,
    run: `${describeMachine()}.`,
    charts: chartsOf(markets, verdicts),
    tables,
  });
