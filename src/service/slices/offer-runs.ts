// The runs of a series in the order in which a slice prefers them, read window by window.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, type Instant } from '#core/time/instant';
import { type IndexSpan, intersect, type Span } from '#core/time/span';
import { isOffered, type Preference, type RunSelectors } from '#core/values/slice-rule';
import { compareSources, isMeant } from '#core/values/source-order';
import type { RunForm } from '#store/run-store';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

/** Runs of a month by the hour are some 750, or about a megabyte. */
const WINDOW_MS = 32 * DAY_MS;

export interface RunOffer {
  readonly series: SeriesRecord;
  /** Only runs with a value for one of these intervals, or between two of them. */
  readonly intervals: IndexSpan;
  /** Only runs that were issued in this span. */
  readonly issued: Span;
  readonly selectors: RunSelectors;
  readonly pick: Preference;
  /** Whether hindcasts are offered too if no source is selected. */
  readonly hasHindcasts?: boolean;
}

/**
 * Yields every run that fits, window by window, the preferred ones first. Between runs of one time the order
 * of sources decides.
 */
export async function* offerRuns(store: SeriesReader, offer: RunOffer): AsyncGenerator<RunForm[]> {
  const { series, intervals, selectors, pick, hasHindcasts = false } = offer;
  const windows = await windowsOf(store, offer);
  if (windows.length === 0) return;
  const bySource = compareSources(await store.readSourceOrder(series.key));
  const sign = pick === 'latest' ? -1 : 1;
  for (const { start, end } of windows) {
    const { source } = selectors;
    const read = { from: start, to: end - 1, intervals, source };
    const forms = await store.readRunForms(series.key, read);
    const offered = forms.filter(
      (form) => isOffered(selectors, form) && (hasHindcasts || isMeant(form.source, source)),
    );
    offered.sort((a, b) => sign * (a.analyzedAt - b.analyzedAt) || bySource(a.source, b.source));
    yield offered;
    await nextTurn();
  }
}

/** Cuts the issue times into windows, in order of preference. */
async function windowsOf(store: SeriesReader, { series, issued, pick }: RunOffer): Promise<Span[]> {
  const stored = await store.findIssueTimes(series.key);
  if (!stored) return [];
  const { start, end } = intersect(issued, stored);
  const windows: Span[] = [];
  for (let at: Instant = start; at < end; at += WINDOW_MS)
    windows.push({ start: at, end: Math.min(at + WINDOW_MS, end) });
  return pick === 'latest' ? windows.reverse() : windows;
}
