// One backtest of the model on one file. A process of its own, so that markets run side by side and
// each has its own processor time.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { driverOf } from '#cli/commands/forecast/backtest-file';
import { readDayColumns } from '#cli/commands/forecast/day-csv';
import { decileScore } from '#core/values/decile-score';
import { openInput } from '#importers/files/open-input';
import { backtestDays, countBacktestDays } from '#model/backtest-days';
import { buildDayTable } from '#model/days/day-table';
import { BLEND } from '#model/days/past-runs';
import type { SeriesKind } from '#model/members/members';
import { holidaysOf } from '#service/holidays';
import { BacktestScores, decilesOf, type NamedScore } from '#service/model-runs/backtest-scores';
import { answerCalls } from '../../harness/processes.ts';

export interface BacktestAsked {
  readonly file: string;
  readonly kind: SeriesKind;
  readonly target: string;
  readonly drivers: readonly string[];
  readonly testDays: number;
  readonly every: number;
  /** Hours known of the day before the one forecast. */
  readonly knownUntil: number;
  /** The area whose holidays the model knows; none if it is absent. */
  readonly area?: string;
  /** Sources that write 0 for what is missing. */
  readonly isZeroMissing: boolean;
}

export interface BacktestResult {
  readonly scores: readonly NamedScore[];
  readonly bands: readonly { readonly coverage: number; readonly reached: number }[];
  /** Days scored. */
  readonly days: number;
  readonly cpuSecondsADay: number;
  /** Hours since 1970 on the file's clock, and the blend's forecast of each. */
  readonly hours: readonly number[];
  readonly forecasts: readonly number[];
  /** The CRPS of each hour over the deciles; NaN without an actual value. */
  readonly crps: readonly number[];
  /** Whether the actual value of each hour lies within the bands of 80 and 90 %. */
  readonly isWithin80: readonly boolean[];
  readonly isWithin90: readonly boolean[];
}

const HOURS = 24;
let done = 0;
let total = 0;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

answerCalls({
  progress: () => [done, total],

  async backtest(asked: BacktestAsked): Promise<BacktestResult> {
    const columns = await readDayColumns((await openInput(asked.file, process.stdin)).pieces);
    const read = (name: string): Float64Array => {
      const values = columns.column(name);
      return asked.isZeroMissing ? values.map((value) => (value === 0 ? NaN : value)) : values;
    };
    const isHoliday = asked.area === undefined ? undefined : await holidaysOf(asked.area);
    const table = buildDayTable({
      firstDay: columns.firstDay,
      slotsPerDay: HOURS,
      target: read(asked.target),
      drivers: asked.drivers.map((name) => driverOf(name, read(name))),
      ...(isHoliday ? { isHoliday } : {}),
    });
    const options = { ...asked, knownSlotsOfDayBefore: asked.knownUntil };
    const scores = new BacktestScores();
    const hours: number[] = [];
    const forecasts: number[] = [];
    const crps: number[] = [];
    const within = new Map<number, boolean[]>([
      [0.8, []],
      [0.9, []],
    ]);
    total = countBacktestDays(table, options);
    const startedAt = cpuSeconds();
    for (const day of backtestDays(table, options)) {
      done++;
      await nextTurn();
      if (day.isWarmUp) continue;
      scores.add(day);
      if ('refused' in day.outcome) continue;
      const values = day.outcome.firstDay.values[BLEND]!;
      for (let hour = 0; hour < HOURS; hour++) {
        hours.push(day.day * HOURS + hour);
        forecasts.push(values[hour]!);
        crps.push(decileScore(day.actual[hour]!, decilesOf(day.outcome), hour));
        for (const { coverage, low, high } of day.outcome.bands) {
          const actual = day.actual[hour]!;
          within.get(coverage)!.push(actual >= low[hour]! && actual <= high[hour]!);
        }
      }
    }
    return {
      scores: scores.scores(),
      bands: scores
        .bandScores()
        .map(({ coverage, score }) => ({ coverage, reached: score.coverage })),
      days: scores.days,
      cpuSecondsADay: (cpuSeconds() - startedAt) / total,
      hours,
      forecasts,
      crps,
      isWithin80: within.get(0.8)!,
      isWithin90: within.get(0.9)!,
    };
  },
});
