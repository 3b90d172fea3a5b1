// What exists: names and values of labels, time series, and what metrics mean.

import type { Caller } from '#accounts/authenticate';
import { CATEGORIES } from '#core/market/categories';
import { DRIVER_CATEGORIES } from '#core/market/drivers';
import type { ServiceContext } from '#service/context';
import { hasMatcher, LABELS, type Label, type Selector } from '#service/prometheus/matchers';
import { findSeries, sourcesOf, timeSeriesOf } from '#service/prometheus/select-series';
import { LISTED_LEADS, labelOf, metricOf, NO_CATEGORY } from '#service/prometheus/time-series';

/** The most entries of a list, and the most series whose runs are looked at for one. */
export const MOST_LISTED = 10_000;
const MOST_LOOKED_AT = 2_000;

export interface Listed<T> {
  readonly entries: readonly T[];
  readonly warnings: readonly string[];
}

const CUT = 'results truncated due to limit';
const EVERYTHING: Selector = { matchers: [], offsetMs: 0 };

/** What is asked for. No selector means everything. */
export interface ListRequest {
  readonly selectors: readonly Selector[];
  readonly limit: number;
}

const selectorsOf = ({ selectors }: ListRequest): readonly Selector[] =>
  selectors.length === 0 ? [EVERYTHING] : selectors;

/** Lists time series as their labels. */
export async function listTimeSeries(
  request: ListRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<Listed<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  let looked = 0;
  for (const selector of selectorsOf(request)) {
    for await (const series of findSeries(selector, caller, context)) {
      if (series.newestRunAt !== null && ++looked > MOST_LOOKED_AT) return cut(found);
      for await (const one of timeSeriesOf(series, selector, context)) {
        if (found.size === request.limit) return cut(found);
        const labels = LABELS.map((label) => [label, labelOf(one, label)]).filter(
          ([, text]) => text,
        );
        found.set(labels.join('\n'), Object.fromEntries(labels));
      }
    }
  }
  return { entries: [...found.values()], warnings: [] };
}

const cut = <T>(found: ReadonlyMap<string, T>): Listed<T> => ({
  entries: [...found.values()],
  warnings: [CUT],
});

/** Lists the values of a label, sorted; none for a label that no time series has. */
export async function listLabelValues(
  name: string,
  request: ListRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<Listed<string>> {
  const label = LABELS.find((one) => one === name);
  if (label === undefined) return { entries: [], warnings: [] };
  const found = new Set<string>();
  let looked = 0;
  let isCut = false;
  for (const selector of selectorsOf(request)) {
    const needsRuns = hasMatcher(selector, 'source') || hasMatcher(selector, 'lead');
    for await (const series of findSeries(selector, caller, context)) {
      const needsSources = needsRuns || label === 'source' || label === 'lead';
      if (needsSources && series.newestRunAt !== null && ++looked > MOST_LOOKED_AT) {
        isCut = true;
        break;
      }
      if (needsRuns) {
        for await (const one of timeSeriesOf(series, selector, context))
          found.add(labelOf(one, label));
      } else if (label === 'source')
        for (const source of await sourcesOf(series, context)) found.add(source);
      else if (label !== 'lead') found.add(labelOf({ series }, label));
      else if (series.newestRunAt !== null) for (const lead of LISTED_LEADS) found.add(lead);
      if (label === 'lead' && found.size === LISTED_LEADS.length && !needsRuns) break;
    }
  }
  found.delete('');
  const values = label === 'lead' ? [...found] : [...found].sort();
  isCut ||= values.length > request.limit;
  return { entries: values.slice(0, request.limit), warnings: isCut ? [CUT] : [] };
}

/** Lists the labels that the time series of some selectors have. */
export async function listLabelNames(
  request: ListRequest,
  caller: Caller,
  context: ServiceContext,
): Promise<Listed<string>> {
  if (request.selectors.length === 0) return { entries: LABELS, warnings: [] };
  const names = new Set<Label>();
  for (const selector of request.selectors) {
    for await (const series of findSeries(selector, caller, context)) {
      for (const label of ['__name__', 'area', 'series'] as const)
        if (labelOf({ series }, label) !== '') names.add(label);
      if (series.newestRunAt !== null) names.add('source').add('lead');
      if (names.size === LABELS.length) break;
    }
  }
  const entries = LABELS.filter((label) => names.has(label)).slice(0, request.limit);
  return { entries, warnings: [] };
}

export interface MetricFacts {
  readonly type: 'gauge';
  readonly help: string;
  readonly unit: string;
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  [...CATEGORIES, ...DRIVER_CATEGORIES].map(({ name, description }) => [name, description]),
);

/** Describes the metrics: one entry for each unit that a metric's series have. */
export async function describeMetrics(
  wanted: { readonly metric: string | undefined; readonly limit: number },
  caller: Caller,
  context: ServiceContext,
): Promise<Record<string, MetricFacts[]>> {
  const found = new Map<string, Map<string, MetricFacts>>();
  for await (const series of findSeries(EVERYTHING, caller, context)) {
    const metric = metricOf(series);
    if (wanted.metric !== undefined && metric !== wanted.metric) continue;
    if (!found.has(metric) && found.size === wanted.limit) continue;
    const byUnit = found.get(metric) ?? new Map<string, MetricFacts>();
    found.set(metric, byUnit);
    const { unit, category, description } = series;
    if (byUnit.has(unit)) continue;
    const text =
      DESCRIPTIONS.get(category ?? '') ?? (metric === NO_CATEGORY ? 'Values' : description);
    byUnit.set(unit, { type: 'gauge', help: `${text}${unit ? `, ${unit}` : ''}`, unit });
  }
  return Object.fromEntries([...found].map(([metric, byUnit]) => [metric, [...byUnit.values()]]));
}
