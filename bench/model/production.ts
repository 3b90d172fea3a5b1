// Wind, sun, consumption and all production of Spain, beside the operator's forecasts and the week before.

import { join } from 'node:path';
import { scoreForecast } from '#model/numbers/score';
import type { BacktestAsked, BacktestResult } from './backtest-process.ts';
import type { ModelVerdict } from './model-report.ts';
import { readColumns, weekBefore } from './published.ts';

export interface ProductionQuestion {
  readonly name: string;
  /** The operator's forecast; undefined compares with the week before. */
  readonly operatorColumn?: string;
  /** The most of the other's mean absolute error that is allowed; undefined only shows the figure. */
  readonly most?: number;
  readonly asked: BacktestAsked;
}

/** 2018-01-01 to 2018-06-30. */
const TEST_DAYS = 181;
const WEEK_HOURS = 168;
const DAY_HOURS = 24;

/**
 * The known hours of the day before: all of them, as in a backtest without settings, or those until noon,
 * when operators publish. Only the first has a bar.
 */
const KNOWN_UNTIL = [24, 12] as const;

const QUESTIONS = [
  { name: 'wind', kind: 'wind', operatorColumn: 'wind_forecast', most: 0.93 },
  { name: 'solar', kind: 'solar', operatorColumn: 'solar_forecast', most: 0.88 },
  { name: 'load', kind: 'load', operatorColumn: 'load_forecast', most: 0.9 },
  { name: 'generation_total', kind: 'other', operatorColumn: undefined, most: 0.45 },
] as const;

export const productionQuestions = (folder: string, every: number): ProductionQuestion[] =>
  KNOWN_UNTIL.flatMap((knownUntil) =>
    QUESTIONS.map(({ name, kind, operatorColumn, most }) => ({
      name,
      ...(knownUntil === DAY_HOURS ? { most } : {}),
      ...(operatorColumn === undefined ? {} : { operatorColumn }),
      asked: {
        file: join(folder, 'es-generation', 'ES.csv.gz'),
        area: 'ES',
        kind,
        target: name,
        drivers: ['wind_forecast', 'solar_forecast', 'load_forecast'],
        testDays: TEST_DAYS,
        every,
        knownUntil,
        isZeroMissing: false,
      },
    })),
  );

/** Our mean absolute error over that of the other, on the same hours. */
export async function judgeProduction(
  { name, operatorColumn, most, asked }: ProductionQuestion,
  ours: BacktestResult,
): Promise<ModelVerdict> {
  const columns = await readColumns(asked.file);
  const values = columns.column(asked.target);
  const other = new Float64Array(values.length).fill(Number.NaN);
  if (operatorColumn === undefined) other.set(weekBefore(values, columns.dayCount - 7), WEEK_HOURS);
  else other.set(columns.column(operatorColumn));
  const onScored = (column: Float64Array): Float64Array =>
    Float64Array.from(ours.hours, (hour) => column[hour - columns.firstDay * DAY_HOURS]!);
  const theirs = onScored(other);
  // Hours without the other's forecast count for neither.
  const actual = onScored(values).map((value, i) =>
    Number.isNaN(theirs[i]!) ? Number.NaN : value,
  );
  const own = scoreForecast(actual, Float64Array.from(ours.forecasts)).mae;
  const their = scoreForecast(actual, theirs).mae;
  const who = operatorColumn === undefined ? 'a week before' : 'operator';
  const at = asked.knownUntil === DAY_HOURS ? 'midnight' : `${asked.knownUntil}:00Z`;
  return {
    what: `ES ${name}, run at ${at}, MAE over ${ours.days} days`,
    bar: `${most === undefined ? 'none:' : `≤ ${most} ×`} ${their.toFixed(1)} (${who})`,
    measured: `${own.toFixed(1)}, ${(own / their).toFixed(3)} ×`,
    ...(most === undefined ? {} : { isReached: own <= most * their }),
    drawn: { name: `Spain, ${name.replace('_', ' ')}, run at ${at}`, share: own / their, most },
  };
}
