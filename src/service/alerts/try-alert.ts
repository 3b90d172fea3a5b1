// The dry run of an alert over the past: how often it would have fired, and when. Values count as they are now, and
// runs from their issue time on.

import { mayRead } from '#accounts/plans';
import type { Condition } from '#core/alerts/condition';
import { parseCondition } from '#core/alerts/parse-condition';
import { type Firing, Replay } from '#core/alerts/replay';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { MOMENT_FORMS, parseMoment } from '#core/time/moment';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { readWait } from '#service/alerts/alert-rules';
import { judgeValuesOver } from '#service/alerts/try-observed';
import { judgeRunsOver } from '#service/alerts/try-runs';
import { findMatching } from '#service/alerts/watched-series';
import { gridOfSeries, type ServiceContext } from '#service/context';
import type { SeriesRecord } from '#store/series-record';

export const MOST_DAYS_TRIED = 400;
export const MOST_SERIES_TRIED = 20;
const MOST_SHOWN = 200;
const USUAL_DAYS = 365;

export interface TryDraft {
  readonly condition?: string | undefined;
  readonly wait?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TryRequest {
  readonly text: string;
  readonly condition: Condition;
  readonly waitMs: number;
  readonly span: Span;
}

/** Reads a request for a dry run; everything that can be refused before the store is read. */
export function readTry(draft: TryDraft, now: Instant, zone: Zone): TryRequest {
  const faults = new FaultCollector();
  const text = (draft.condition ?? '').trim().replace(/\s+/g, ' ');
  const condition = faults.check(() => parseCondition(text, 'condition', now, zone));
  const waitMs = faults.check(() => readWait(draft.wait, 'wait'));
  const to = faults.check(() => readDay(draft.to ?? 'today', 'to', now, zone).end);
  const from = faults.check(
    () => readDay(draft.from ?? `today-${USUAL_DAYS - 1}`, 'from', now, zone).start,
  );
  faults.throwIfAny();
  const span = { start: from!, end: Math.min(to!, now) };
  if (span.end <= span.start || span.end - span.start > (MOST_DAYS_TRIED + 1) * DAY_MS) {
    const message = `an alert is tried over 1 to ${MOST_DAYS_TRIED} past days; given: ${formatUtc(span.start)} to ${formatUtc(to!)}`;
    throw refuseField('field_invalid', 'from', message);
  }
  requireTryable(condition!);
  return { text, condition: condition!, waitMs: waitMs!, span };
}

function requireTryable({ kind }: Condition): void {
  if (kind !== 'late' && kind !== 'held') return;
  const message = `what was ${kind} is not stored, so that this condition cannot be tried over the past`;
  throw refuseField('condition_invalid', 'condition', message);
}

function readDay(given: string, field: string, now: Instant, zone: Zone): Span {
  const moment = parseMoment(given, field, now, zone, field === 'from' ? 'first' : 'second');
  if (!('keyword' in moment)) return moment;
  const message = `${quoteGiven(given)} is a time of a series`;
  throw refuseField('date_unknown', field, message, MOMENT_FORMS);
}

/** Tries an alert on the series that the patterns of a plan grant; undefined grants all. */
export async function tryAlert(
  request: TryRequest,
  patterns: readonly string[] | undefined,
  context: ServiceContext,
) {
  const { store, zone } = context;
  const isOwn = (code: string): boolean => patterns === undefined || mayRead({ patterns }, code);
  const { pattern } = request.condition;
  const matching = await findMatching(store, pattern, MOST_SERIES_TRIED + 1, isOwn);
  const series = [];
  for (const record of matching.slice(0, MOST_SERIES_TRIED)) {
    const firings = await firingsOf(request, record, context);
    series.push(describeFirings(record, firings, zone));
  }
  const fired = series.reduce((sum, { fired: count }) => sum + count, 0);
  const { start, end } = request.span;
  const span = { from: formatUtc(start), to: formatUtc(end) };
  return { condition: request.text, ...span, fired, series, more: matching.length > series.length };
}

async function firingsOf(
  { condition, waitMs, span }: TryRequest,
  series: SeriesRecord,
  context: ServiceContext,
): Promise<readonly Firing[]> {
  const replay = new Replay(waitMs);
  const isOfRuns =
    condition.kind === 'jump' ||
    condition.kind === 'accuracy' ||
    (condition.kind === 'values' && condition.run !== undefined);
  const judgements = isOfRuns
    ? judgeRunsOver(condition, series, span, context)
    : judgeValuesOver(condition, series, span, context);
  for await (const judgement of judgements) replay.judge(judgement);
  return replay.end(span.end);
}

function describeFirings(series: SeriesRecord, firings: readonly Firing[], zone: Zone) {
  const grid = gridOfSeries(series, zone);
  const shown = firings.slice(-MOST_SHOWN).reverse();
  return {
    series: series.code,
    fired: firings.length,
    firings: shown.map(({ firedAt, resolvedAt, indices }) => ({
      fired: formatUtc(firedAt),
      resolved: resolvedAt === null ? null : formatUtc(resolvedAt),
      from: formatUtc(grid.startOf(indices.start)),
      to: formatUtc(grid.startOf(indices.end - 1)),
    })),
  };
}
