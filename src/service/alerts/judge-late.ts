// Whether a series is late, as alerts need it: by what is expected of it (service/freshness).

import type { Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import type { JudgeLate } from '#service/alerts/judge-series';
import { gridOfSeries } from '#service/context';
import { lateness } from '#service/freshness/lateness';
import { type RuleBook, readRuleBook } from '#service/freshness/rule-book';
import type { Store } from '#store/store';

const MINUTE_LENGTH = 'yyyy-MM-ddTHH:mm'.length;

/** Judges lateness. What is expected is read once for each instant: one pass judges many series. */
export function lateJudge(store: Store, zone: Zone): JudgeLate {
  let read: { readonly at: Instant; readonly book: Promise<RuleBook> } | undefined;
  const textOf = (instant: Instant): string =>
    formatMarket(instant, zone).slice(0, MINUTE_LENGTH).replace('T', ' ');
  return async (series, now) => {
    if (read?.at !== now) read = { at: now, book: readRuleBook(store, zone) };
    const rule = (await read.book).ruleFor(series.code);
    const { state, knownUntil, expectedBy } = lateness(rule, series, now, zone);
    if (state !== 'late' || expectedBy === null) return { finding: undefined };
    const start = gridOfSeries(series, zone).indexOf(knownUntil ?? expectedBy);
    const values = knownUntil === null ? 'Values' : `Values from ${textOf(knownUntil)} on`;
    return {
      finding: { indices: { start, end: start + 1 }, points: 1, worst: null, worstIndex: null },
      note: `${values} were expected by ${textOf(expectedBy)} (${rule!.text}).`,
    };
  };
}
