// Germany 2019 to 2021 beside published forecasts: errors, whole distributions and bands, span by span.

import type { BacktestAsked, BacktestResult } from './backtest-process.ts';
import type { ModelVerdict } from './model-report.ts';
import { readColumns } from './published.ts';
import { BAND_SLACK, LATER_SPANS, type LaterSpan } from './questions.ts';

const PUBLISHED = ['lear_56', 'lear_84', 'lear_1092', 'lear_1456'];
const DAY_HOURS = 24;
const DAY_MS = 86_400_000;

export async function judgeLater(
  asked: BacktestAsked,
  ours: BacktestResult,
): Promise<ModelVerdict[]> {
  const columns = await readColumns(asked.file);
  const actual = columns.column(asked.target);
  const published = PUBLISHED.map((name) => columns.column(name));
  const errors = ours.hours.map((hour, i) => {
    const at = hour - columns.firstDay * DAY_HOURS;
    const mean = published.reduce((total, values) => total + values[at]!, 0) / published.length;
    return {
      own: Math.abs(ours.forecasts[i]! - actual[at]!),
      published: Math.abs(mean - actual[at]!),
    };
  });
  return LATER_SPANS.map((span) => judgeSpan(span, ours, errors));
}

function judgeSpan(
  span: LaterSpan,
  ours: BacktestResult,
  errors: readonly { readonly own: number; readonly published: number }[],
): ModelVerdict {
  const { from, to, measure, most } = span;
  const start = (Date.parse(from) / DAY_MS) * DAY_HOURS;
  const end = (Date.parse(to) / DAY_MS + 1) * DAY_HOURS;
  const isKnown = (i: number): boolean =>
    ours.hours[i]! >= start && ours.hours[i]! < end && Number.isFinite(errors[i]!.own);
  const known = ours.hours.flatMap((_, i) => (isKnown(i) ? [i] : []));
  const meanOf = (figureOf: (i: number) => number): number =>
    known.reduce((total, i) => total + figureOf(i), 0) / known.length;
  const what = `DE ${from} to ${to}, ${measure}`;
  if (most !== undefined) {
    const own = meanOf((i) => (measure === 'MAE' ? errors[i]!.own : ours.crps[i]!));
    // The published CRPS is known for all days of the span only, the errors for each.
    const published = span.published ?? meanOf((i) => errors[i]!.published);
    const share = own / published;
    return {
      what,
      bar: `≤ ${most} × ${published.toFixed(3)}`,
      measured: `${own.toFixed(3)}, ${share.toFixed(3)} ×`,
      isReached: share <= most,
      drawn: { name: `Germany ${from} to ${to}, ${measure}`, share, most },
    };
  }
  const wanted = measure === '80 %' ? 0.8 : 0.9;
  const reached = meanOf((i) =>
    Number((measure === '80 %' ? ours.isWithin80 : ours.isWithin90)[i]),
  );
  return {
    what: `${what} band holds`,
    bar: `${Math.round((wanted - BAND_SLACK) * 100)}–${Math.round((wanted + BAND_SLACK) * 100)} %`,
    measured: `${(100 * reached).toFixed(1)} %`,
    isReached: Math.abs(reached - wanted) <= BAND_SLACK,
    drawn: { name: `Germany ${from.slice(0, 4)}, ${measure}`, reached, wanted },
  };
}
