// From a selector to the time series that it finds, of the caller's plan alone.

import { type Caller, planWords } from '#accounts/authenticate';
import { mayRead } from '#accounts/plans';
import { isSeriesId, normalizeSeriesId } from '#core/market/categories';
import { quoteGiven } from '#core/nearest';
import type { ServiceContext } from '#service/context';
import {
  acceptsLabel,
  hasMatcher,
  isLabel,
  type Matcher,
  type Selector,
} from '#service/prometheus/matchers';
import { unknownLabels } from '#service/prometheus/read-query';
import { findLead, LISTED_LEADS, metricOf, type TimeSeries } from '#service/prometheus/time-series';
import { listKnownSeries } from '#service/series/list-known-series';
import { listSources } from '#service/slices/list-sources';
import type { SeriesRecord } from '#store/series-record';

/** The most series that are named one by one in a selector. */
const MOST_NAMED = 2_000;
/** The most series of a store whose sources are remembered. */
const MOST_REMEMBERED = 20_000;

/** Yields the series whose own labels a selector accepts, in the order of their codes. */
export async function* findSeries(
  selector: Selector,
  caller: Caller,
  context: ServiceContext,
): AsyncGenerator<SeriesRecord> {
  // A label that no time series has counts as empty.
  const isOdd = (matcher: Matcher) => !isLabel(matcher.label) && !matcher.accepts('');
  if (selector.matchers.some(isOdd)) return;
  for await (const series of candidates(selector, caller, context)) {
    const isFound =
      acceptsLabel(selector, '__name__', metricOf(series)) &&
      acceptsLabel(selector, 'area', series.area ?? '') &&
      acceptsLabel(selector, 'series', series.code);
    if (isFound) yield series;
  }
}

/** The series that a selector may find: read one by one if it names them, else searched for. */
async function* candidates(
  selector: Selector,
  caller: Caller,
  context: ServiceContext,
): AsyncGenerator<SeriesRecord> {
  const named = namedSeries(selector);
  if (named) {
    for (const code of named) {
      const series = mayRead(caller.plan, code) ? await context.store.findSeries(code) : undefined;
      if (series) yield series;
    }
    return;
  }
  const [area] = onlyWords(selector, 'area') ?? [];
  const query = {
    prefix: prefixOf(selector),
    ...(area ? { area } : {}),
    onlySubscribed: true,
  };
  yield* listKnownSeries(context, query, caller);
}

/** The only texts that a label may have, if one matcher lists them. */
const onlyWords = ({ matchers }: Selector, label: string): readonly string[] | undefined =>
  matchers.find((matcher) => matcher.label === label && matcher.words?.length === 1)?.words;

/** The codes that a selector names, sorted; undefined if it does not. */
function namedSeries({ matchers }: Selector): string[] | undefined {
  const words = matchers.find(
    ({ label, words }) => label === 'series' && words !== undefined,
  )?.words;
  if (!words || words.length > MOST_NAMED) return undefined;
  // No series has another form; the empty text is the label's absence, which no series has.
  return words.filter((code) => code === normalizeSeriesId(code) && isSeriesId(code)).sort();
}

const prefixOf = ({ matchers }: Selector): string =>
  matchers
    .filter(({ label }) => label === 'series')
    .reduce((longest, { prefix }) => (prefix.length > longest.length ? prefix : longest), '')
    .toLowerCase();

/** Yields the time series of one series that a selector accepts: observed values, then sources, then leads. */
export async function* timeSeriesOf(
  series: SeriesRecord,
  selector: Selector,
  context: ServiceContext,
): AsyncGenerator<TimeSeries> {
  const isWithoutLead = acceptsLabel(selector, 'lead', '');
  if (isWithoutLead && series.firstIndex !== null && acceptsLabel(selector, 'source', ''))
    yield { series };
  const leads = leadsOf(selector);
  if ((!isWithoutLead && leads.length === 0) || series.newestRunAt === null) return;
  for (const source of await sourcesOf(series, context)) {
    if (!acceptsLabel(selector, 'source', source)) continue;
    if (isWithoutLead) yield { series, source };
    for (const lead of leads) yield { series, source, lead };
  }
}

/** The leads that a selector asks for. Slices are made if a matcher names the label, and not otherwise. */
function leadsOf(selector: Selector): string[] {
  if (!hasMatcher(selector, 'lead')) return [];
  const named = selector.matchers.flatMap(({ label, words }) =>
    label === 'lead' ? (words ?? []) : [],
  );
  return [...new Set([...named, ...LISTED_LEADS])].filter(
    (lead) => findLead(lead) !== undefined && acceptsLabel(selector, 'lead', lead),
  );
}

type KnownSources = Map<number, { readonly version: number; readonly sources: readonly string[] }>;

/** What was found last, for each store as it is or was. A version is of one state. */
const knownOf = new WeakMap<object, KnownSources>();

/** The sources of a series' runs, the preferred one first. */
export async function sourcesOf(
  series: SeriesRecord,
  context: Pick<ServiceContext, 'store'>,
): Promise<readonly string[]> {
  const { key, version } = series;
  let known = knownOf.get(context.store);
  if (!known) knownOf.set(context.store, (known = new Map()));
  const remembered = known.get(key);
  if (remembered?.version === version) return remembered.sources;
  const sources = (await listSources(series, context)).map(({ source }) => source);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, { version, sources });
  return sources;
}

/** Says what a selector names that does not exist, or that the plan does not include. */
export async function warningsOf(
  selector: Selector,
  caller: Caller,
  { store }: ServiceContext,
): Promise<string[]> {
  const warnings = unknownLabels(selector);
  const [code] = onlyWords(selector, 'series') ?? [];
  if (!code) return warnings;
  if (!(await store.findSeries(normalizeSeriesId(code)))) {
    return [...warnings, `no series ${quoteGiven(code)}`];
  }
  if (!mayRead(caller.plan, normalizeSeriesId(code)))
    warnings.push(`series ${quoteGiven(code)} is outside ${planWords(caller)}`);
  return warnings;
}
