// Loads the chosen area's forecast in two steps: the list of runs, then the ones to draw. The old
// picture stays until the new one is complete.

import { SECOND_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import { loadDayMeans } from '#explorer/pages/forecasts/runs/load-across-runs.ts';
import { type BesideRun, loadBeside } from '#explorer/pages/forecasts/runs/load-beside.ts';
import {
  type AreaForecast,
  loadForecast,
  loadRunIndex,
  type RunIndex,
} from '#explorer/pages/forecasts/runs/load-forecast.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ForecastsView } from '#view/address/forecasts-address';
import { normalRun, type OfferedRuns, offerRuns } from '#view/runs/offered-runs';

/** The market day after the newest run: what is traded next. */
export interface Delivery {
  /** Market day number. */
  readonly day: number;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

export interface AreaForecastState {
  /** The runs of the view's area, category and source. */
  readonly index: RunIndex | undefined;
  /** The view's runs, before any of them is loaded. */
  readonly offered: OfferedRuns | undefined;
  /** The forecast to draw, of an earlier view while `isStale`; undefined if the view has no run. */
  readonly forecast: AreaForecast | undefined;
  /** The runs of the other sources beside it; undefined while not known. */
  readonly beside: readonly BesideRun[] | undefined;
  readonly dayMeans: ReadonlyMap<string, number> | undefined;
  readonly delivery: Delivery | undefined;
  readonly error: Error | undefined;
  /** Why the forecast could not be asked for again. */
  readonly lastError: Error | undefined;
  readonly isStale: boolean;
  retry(): void;
}

export function useAreaForecast(view: ForecastsView, now: number): AreaForecastState {
  const market = marketZoneOf(useAbout());
  const { area, category, source } = view;
  // An address that begins to name the source that it showed already goes on with the same runs.
  const isOfView = (one: RunIndex): boolean =>
    one.area === area &&
    one.category === category &&
    one.source === (source || (one.sources[0]?.source ?? ''));

  const runIndex = useRequest(`${area} ${category} ${source}`, (signal) =>
    loadRunIndex({ area, category }, source, signal),
  );
  const index = runIndex.data && isOfView(runIndex.data) ? runIndex.data : undefined;
  const subject = `${area} ${category} ${index?.source}`;
  const offered = index && offerRuns(index.issueTimes, normalRun(view.run));

  const loading = useRequest(index && offered && `${subject} ${offered.chosen}`, (signal) =>
    loadForecast(index!, offered!, now, market, signal),
  );
  const beside = useBeside(view, index, offered);
  const oldest = offered?.offered.at(-1);
  const day = offered && market.dayOf(Date.parse(offered.newest)) + 1;
  const daySpan = (number: number): Span => ({
    start: market.startOfDay(number),
    end: market.startOfDay(number + 1),
  });
  const meansKey = index?.series?.subscribed ? `${subject} ${oldest} ${day}` : undefined;
  const means = useRequest(meansKey, async (signal) => ({
    subject,
    means: await loadDayMeans(index!, oldest!, daySpan(day!), signal),
  }));

  const isCurrent =
    loading.data !== undefined &&
    isOfView(loading.data) &&
    loading.data.offered.chosen === offered?.chosen;
  const hasNone = index !== undefined && offered === undefined;
  const shown = hasNone ? undefined : loading.data;
  return {
    index,
    offered,
    forecast: shown,
    beside,
    dayMeans: means.data?.subject === subject ? means.data.means : undefined,
    delivery: shown && deliveryOf(shown),
    error: runIndex.error ?? (offered && loading.error),
    lastError: runIndex.lastError ?? loading.lastError,
    isStale: !hasNone && !isCurrent,
    retry: () => (runIndex.error ? runIndex.retry() : loading.retry()),
  };

  function deliveryOf({ offered: { newest } }: AreaForecast): Delivery {
    const next = market.dayOf(Date.parse(newest)) + 1;
    const { start, end } = daySpan(next);
    return { day: next, start: start / SECOND_MS, end: end / SECOND_MS };
  }
}

/** The runs of the other sources. A fixed run stands beside what was known when it was made. */
function useBeside(
  view: ForecastsView,
  index: RunIndex | undefined,
  offered: OfferedRuns | undefined,
): readonly BesideRun[] | undefined {
  const others = view.beside.filter((source) => source !== index?.source);
  const until = view.run === '' ? '' : (offered?.chosen ?? '');
  const isWanted = index !== undefined && offered !== undefined && others.length > 0;
  const key = isWanted
    ? JSON.stringify([view.area, view.category, index.source, until, offered.chosen, others])
    : undefined;
  const { data } = useRequest(key, async (signal) => ({
    key,
    runs: await loadBeside(index!, offered!, others, until, signal),
  }));
  if (others.length === 0) return [];
  return data?.key === key ? data?.runs : undefined;
}
