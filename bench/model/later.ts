// Germany 2019 to 2021 beside published forecasts: errors, whole distributions and bands, span by span.

import type { BacktestAsked, BacktestResult } from './backtest-process.ts';
import type { ModelVerdict } from './model-report.ts';
import { readColumns } from './published.ts';
import { BAND_SLACK, LATER_SPANS, type LaterSpan } from './questions.ts';

const DAY_HOURS = 24;
const DAY_MS = 86_400_000;

export async function judgeLater(
  asked: BacktestAsked,
  ours: BacktestResult,
): Promise<ModelVerdict[]> {
  const columns = await readColumns(asked.file);
  const actual = columns.column(asked.target);
  const errors = ours.hours.map((hour, i) => {
    const value = actual[hour - columns.firstDay * DAY_HOURS]!;
    return Math.abs(ours.forecasts[i]! - value);
  });
  return LATER_SPANS.map((span) => judgeSpan(span, ours, errors));
}

function judgeSpan(span: LaterSpan, ours: BacktestResult, errors: readonly number[]): ModelVerdict {
  const { from, to, measure, published, most } = span;
  const start = (Date.parse(from) / DAY_MS) * DAY_HOURS;
  const end = (Date.parse(to) / DAY_MS + 1) * DAY_HOURS;
  const isKnown = (i: number): boolean =>
    ours.hours[i]! >= start && ours.hours[i]! < end && Number.isFinite(errors[i]!);
  const known = ours.hours.flatMap((_, i) => (isKnown(i) ? [i] : []));
  const meanOf = (figureOf: (i: number) => number): number =>
    known.reduce((total, i) => total + figureOf(i), 0) / known.length;
  const what = `DE ${from} to ${to}, ${measure}`;
  if (published !== undefined && most !== undefined) {
    const own = meanOf((i) => (measure === 'MAE' ? errors[i]! : ours.crps[i]!));
    const share = own / published;
    return {
      what,
      bar: `≤ ${most} × ${published}`,
      measured: `${own.toFixed(3)}, ${share.toFixed(3)} ×`,
      isReached: share <= most,
    };
  }
  const wanted = measure === '80 %' ? 0.8 : 0.9;
  const held = meanOf((i) => Number((measure === '80 %' ? ours.isWithin80 : ours.isWithin90)[i]));
  return {
    what: `${what} band holds`,
    bar: `${Math.round((wanted - BAND_SLACK) * 100)}–${Math.round((wanted + BAND_SLACK) * 100)} %`,
    measured: `${(100 * held).toFixed(1)} %`,
    isReached: Math.abs(held - wanted) <= BAND_SLACK,
  };
}
