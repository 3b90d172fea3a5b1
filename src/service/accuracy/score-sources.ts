// The forecasts of a scorecard's slots by source: slices of the runs of a series, one for each source and number
// of days ahead, and series of others' day-ahead forecasts. Runs are chosen by the code of slices.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type IndexSpan, isEmpty } from '#core/time/span';
import { isOffered, type RunSelectors } from '#core/values/slice-rule';
import { isHindcastSource } from '#core/values/source-order';
import type { Slots } from '#service/accuracy/score-slots';
import { MOST_LEAD_DAYS, Source } from '#service/accuracy/score-source';
import type { ServiceContext } from '#service/context';
import { offerRuns } from '#service/slices/offer-runs';
import type { SeriesRecord } from '#store/series-record';

/** The runs that are scored between two pauses for other requests. */
const RUNS_PER_TURN = 10;

/** Reads the runs that reach into `asked`, which may end after the last slot, and scores those that fit. */
export async function readRunSources(
  series: SeriesRecord,
  asked: IndexSpan,
  slots: Slots,
  selectors: RunSelectors,
  { store, zone }: ServiceContext,
): Promise<Source[]> {
  const sources = new Map<string, Source>();
  if (isEmpty(asked)) return [];
  const { grid } = slots;
  const firstDay = zone.dayOf(grid.startOf(asked.start)) - MOST_LEAD_DAYS;
  const issued = { start: zone.startOfDay(firstDay), end: grid.startOf(asked.end) };
  // Late runs are offered too, so that a source that has no others is named.
  const offer = {
    ...{ series, intervals: asked, issued, selectors: { zone } },
    ...({ pick: 'latest', hasHindcasts: true } as const),
  };
  let taken = 0;
  for await (const forms of offerRuns(store, offer)) {
    for (const form of forms) {
      const { source: name } = form;
      let source = sources.get(name);
      if (!source) {
        const kind = isHindcastSource(name) ? 'hindcast' : 'runs';
        sources.set(name, (source = new Source(name, kind, slots, zone)));
      }
      source.runs++;
      if (!isOffered(selectors, form)) continue;
      source.runsInTime++;
      if ((await source.take(form)) && ++taken % RUNS_PER_TURN === 0) await nextTurn();
    }
  }
  return [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads a series of day-ahead forecasts: the times at which its values were made are not known. */
export async function readSeriesSource(
  series: SeriesRecord,
  slots: Slots,
  { store, zone }: ServiceContext,
): Promise<Source> {
  const source = new Source(series.code, 'series', slots, zone);
  source.dayAhead.set(await store.readValues(series.key, slots.indices));
  return source;
}
