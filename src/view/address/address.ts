// The address bar is the page's only state: every view can be written as a path and read back. Pure.

import { tidyKeyword } from '#core/time/shifted-keyword';
import { type ChangesView, changesQuery, readChanges } from '#view/address/changes-address';
import { type Comparison, readComparison, writeComparison } from '#view/address/comparison';

export type TimeZoneChoice = 'market' | 'utc';
export type ExploreTab = 'chart' | 'table' | 'heatmap';

/** From and To as typed. */
export interface SpanChoice {
  readonly from: string;
  readonly to: string;
}

/** A span and resolution as typed: keywords stay keywords, so a link moves with time. */
export interface RangeChoice extends SpanChoice {
  readonly resolution: string;
  readonly zone: TimeZoneChoice;
  /** Whether values of periods that are not complete are left out. */
  readonly complete?: boolean | undefined;
  /** The lines of the chart that are switched off, by the names that the page gives them. */
  readonly hidden?: readonly string[];
}

/** The forecasts that are laid over the values: how far ahead, and which runs count. */
export interface SliceChoice {
  /** `1d` is one market day ahead, `24h` is 24 hours. */
  readonly ahead: string;
  /** Only runs issued before this time of day; empty is any. */
  readonly before: string;
  /** Only runs of this source; empty is any. */
  readonly source: string;
}

/** How the chart is drawn; each is off unless the address says so. */
const LOOKS = ['zero', 'log', 'area'] as const;

export interface ExploreView extends RangeChoice {
  readonly page: 'explore';
  /** Empty is the first series of the plan. */
  readonly seriesId: string;
  readonly tab: ExploreTab;
  /** How several values become one, as the API names it in lower case; left out is their mean. */
  readonly aggregation?: string | undefined;
  /** The currency of prices; left out is the one that they are stored in. */
  readonly currency?: string | undefined;
  /** The time whose knowledge is shown, as typed; left out is now. */
  readonly asOf?: string | undefined;
  /** Whether the value axis includes zero. */
  readonly zero?: true | undefined;
  /** Whether equal distances on the value axis are equal ratios. */
  readonly log?: true | undefined;
  /** Whether the space between the line and zero is filled. */
  readonly area?: true | undefined;
  readonly slice?: SliceChoice | undefined;
  /** Whether the address names no span: the series' resolution then decides. */
  readonly isSpanLeftOut?: boolean;
  /** The span of such an address, once the series' resolution is known. */
  readonly usualSpan?: SpanChoice;
}

export interface CompareView extends RangeChoice, Comparison {
  readonly page: 'compare';
}

export interface ForecastsView {
  readonly page: 'forecasts';
  readonly area: string;
  readonly category: string;
  /** The source of the runs; empty is the first in the order of sources. */
  readonly source: string;
  /** The other sources that are laid beside it. */
  readonly beside: readonly string[];
  /** The issue time of the chosen run (`…Z`); empty is the newest. */
  readonly run: string;
  /** The delivery hour followed across runs (`…Z`); empty is none. */
  readonly hour: string;
  /** Whether the chosen run's bands are drawn. */
  readonly bands: boolean;
  readonly zone: TimeZoneChoice;
}

/** The parts of the operator's pages; the first is at /operator itself. */
export const OPERATOR_PARTS = ['state', 'held', 'imports', 'series', 'users', 'audit'] as const;
export type OperatorPart = (typeof OPERATOR_PARTS)[number];

export interface OperatorView {
  readonly page: 'operator';
  readonly part: OperatorPart;
  /** The series that is chosen in the part `series`. */
  readonly code?: string | undefined;
}

export interface StartView {
  readonly page: 'start';
  /** The quantity of the areas; empty is the first that the plan has. */
  readonly category: string;
}

export interface BoardsView {
  readonly page: 'boards';
  /** The id of a board; empty is the list of all. */
  readonly board: string;
  /** Whether the board fills the screen, without controls. */
  readonly wall?: true | undefined;
}

/** A page of the docs; empty is the list of all. */
export interface GuidesView {
  readonly page: 'guides';
  /** Such as `how-to/import`. */
  readonly guide: string;
}

export interface PlainView {
  readonly page: 'account' | 'reference' | 'not-found';
}

export type View =
  | ExploreView
  | CompareView
  | ForecastsView
  | ChangesView
  | StartView
  | OperatorView
  | BoardsView
  | GuidesView
  | PlainView;

export const DEFAULT_RANGE: RangeChoice = {
  from: 'today-14',
  to: 'today+7',
  resolution: 'native',
  zone: 'market',
};
export const START: StartView = { page: 'start', category: '' };
export const DEFAULT_AREA = 'DE';
export const DEFAULT_CATEGORY = 'hrprice';

/** A root address with one of these is an older link to Explore. */
const EXPLORE_FIELDS = [
  ...['from', 'to', 'resolution', 'zone', 'tab', 'ahead', 'complete', 'hide'],
  ...['aggregation', 'currency', 'asOf'],
];

const TABS: readonly ExploreTab[] = ['chart', 'table', 'heatmap'];

/** Explore with a series over its usual span. */
export const exploreOf = (seriesId: string): ExploreView => ({
  page: 'explore',
  seriesId,
  tab: 'chart',
  isSpanLeftOut: true,
  ...DEFAULT_RANGE,
});

/** Reads a path with its query, such as `/s/dehrprice?from=today-7`. */
export function readAddress(address: string): View {
  const { pathname, searchParams } = new URL(address, 'http://page.invalid');
  const [first = '', second = '', ...rest] = pathname.split('/').slice(1).map(decodeSegment);
  if (first === 'docs') return docsView([second, ...rest]);
  if (rest.length > 0) return { page: 'not-found' };
  switch (first) {
    case '':
      return EXPLORE_FIELDS.some((name) => searchParams.has(name))
        ? exploreView('', searchParams)
        : { page: 'start', category: searchParams.get('category') ?? '' };
    case 's':
      return exploreView(second.toLowerCase(), searchParams);
    case 'compare':
      return { page: 'compare', ...readComparison(searchParams), ...readRange(searchParams) };
    case 'f':
      return forecastsView(second, searchParams);
    case 'changes':
      return second === '' ? readChanges(searchParams) : { page: 'not-found' };
    case 'boards':
      return boardsView(second, searchParams.get('wall'));
    case 'account':
      return { page: 'account' };
    case 'operator':
      return operatorView(second, searchParams.get('series'));
    default:
      return { page: 'not-found' };
  }
}

/** Writes a view, without what is at its default. */
export function writeAddress(view: View): string {
  switch (view.page) {
    case 'explore': {
      const query = rangeQuery(view, view.usualSpan);
      if (view.aggregation) query.set('aggregation', view.aggregation);
      if (view.currency) query.set('currency', view.currency);
      if (view.asOf) query.set('asOf', view.asOf);
      for (const look of LOOKS) if (view[look]) query.set(look, 'true');
      if (view.tab !== 'chart') query.set('tab', view.tab);
      if (view.slice) {
        const { ahead, before, source } = view.slice;
        query.set('ahead', ahead);
        if (before !== '') query.set('before', before);
        if (source !== '') query.set('source', source);
      }
      const path = view.seriesId === '' ? '/s' : `/s/${encodeURIComponent(view.seriesId)}`;
      return withQuery(path, query);
    }
    case 'compare': {
      const query = rangeQuery(view);
      writeComparison(view, query);
      return withQuery('/compare', query);
    }
    case 'forecasts': {
      const query = new URLSearchParams();
      if (view.category !== DEFAULT_CATEGORY) query.set('category', view.category);
      if (view.source !== '') query.set('source', view.source);
      for (const source of view.beside) query.append('beside', source);
      if (view.run !== '') query.set('run', view.run);
      if (view.hour !== '') query.set('hour', view.hour);
      if (!view.bands) query.set('bands', 'off');
      if (view.zone === 'utc') query.set('zone', 'utc');
      return withQuery(`/f/${encodeURIComponent(view.area)}`, query);
    }
    case 'changes':
      return withQuery('/changes', changesQuery(view));
    case 'start': {
      const query = new URLSearchParams();
      if (view.category !== '') query.set('category', view.category);
      return withQuery('/', query);
    }
    case 'boards':
      return `/boards${view.board && `/${encodeURIComponent(view.board)}`}${view.wall ? '?wall=1' : ''}`;
    case 'account':
      return '/account';
    case 'operator': {
      const path = view.part === OPERATOR_PARTS[0] ? '/operator' : `/operator/${view.part}`;
      return withQuery(path, new URLSearchParams(view.code ? { series: view.code } : {}));
    }
    case 'reference':
      return '/docs';
    case 'guides':
      return view.guide === '' ? '/docs/guides' : `/docs/guides/${view.guide}`;
    case 'not-found':
      return '/';
  }
}

/** `/docs`, `/docs/guides` and `/docs/guides/how-to/import`. */
function docsView([part = '', ...guide]: readonly string[]): View {
  if (part === '') return { page: 'reference' };
  const isGuide = part === 'guides' && (guide.length === 0 || guide.length === 2);
  return isGuide ? { page: 'guides', guide: guide.join('/') } : { page: 'not-found' };
}

const boardsView = (board: string, wall: string | null): BoardsView => ({
  page: 'boards',
  board,
  ...(board !== '' && wall === '1' && { wall: true as const }),
});

function operatorView(second: string, code: string | null): View {
  const part = OPERATOR_PARTS.find((name) => name === (second === '' ? OPERATOR_PARTS[0] : second));
  if (!part) return { page: 'not-found' };
  const isChosen = part === 'series' && code !== null && code !== '';
  return { page: 'operator', part, ...(isChosen && { code: code.toLowerCase() }) };
}

function exploreView(seriesId: string, query: URLSearchParams): ExploreView {
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'chart';
  const ahead = query.get('ahead');
  const slice = ahead
    ? { ahead, before: query.get('before') ?? '', source: query.get('source') ?? '' }
    : undefined;
  const isSpanLeftOut = query.get('from') === null && query.get('to') === null;
  const aggregation = query.get('aggregation')?.trim().toLowerCase();
  const currency = query.get('currency')?.trim().toUpperCase();
  const asOf = tidyKeyword(query.get('asOf') ?? '');
  return {
    page: 'explore',
    seriesId,
    tab,
    ...(aggregation && aggregation !== 'average' && { aggregation }),
    ...(currency && { currency }),
    ...(asOf && { asOf }),
    ...Object.fromEntries(
      LOOKS.flatMap((look) => (query.get(look) === 'true' ? [[look, true]] : [])),
    ),
    ...(slice && { slice }),
    ...(isSpanLeftOut && { isSpanLeftOut }),
    ...readRange(query),
  };
}

function forecastsView(area: string, query: URLSearchParams): ForecastsView {
  return {
    page: 'forecasts',
    area: (area === '' ? DEFAULT_AREA : area).toUpperCase(),
    category: query.get('category') ?? DEFAULT_CATEGORY,
    source: query.get('source') ?? '',
    beside: query.getAll('beside').filter((source) => source !== ''),
    run: query.get('run') ?? '',
    hour: query.get('hour') ?? '',
    bands: query.get('bands') !== 'off',
    zone: query.get('zone') === 'utc' ? 'utc' : 'market',
  };
}

function readRange(query: URLSearchParams): RangeChoice {
  const hidden = query.getAll('hide').filter((name) => name !== '');
  return {
    // The plus of a typed ?to=today+7 arrives as a blank.
    from: tidyKeyword(query.get('from') ?? DEFAULT_RANGE.from),
    to: tidyKeyword(query.get('to') ?? DEFAULT_RANGE.to),
    resolution: query.get('resolution') ?? DEFAULT_RANGE.resolution,
    zone: query.get('zone') === 'utc' ? 'utc' : 'market',
    ...(query.get('complete') === 'true' && { complete: true }),
    ...(hidden.length > 0 && { hidden }),
  };
}

/** `usual` is the span that need not be written. */
function rangeQuery(range: RangeChoice, usual: SpanChoice = DEFAULT_RANGE): URLSearchParams {
  const query = new URLSearchParams();
  const { from, to } = range;
  if (from !== usual.from || to !== usual.to) {
    // One end is enough; without any, the address would mean the usual span.
    const isToUsual = to === DEFAULT_RANGE.to;
    if (from !== DEFAULT_RANGE.from || isToUsual) query.set('from', from);
    if (!isToUsual) query.set('to', to);
  }
  if (range.resolution !== DEFAULT_RANGE.resolution) query.set('resolution', range.resolution);
  if (range.zone === 'utc') query.set('zone', 'utc');
  if (range.complete) query.set('complete', 'true');
  for (const name of range.hidden ?? []) query.append('hide', name);
  return query;
}

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
};

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
