// The address bar is the page's only state: every view can be written as a path and read back. Views with much
// to say have files of their own beside this one. Pure.

import { type ChangesView, changesQuery, readChanges } from '#view/address/changes-address';
import { type Comparison, readComparison, writeComparison } from '#view/address/comparison';
import { type ExploreView, exploreQuery, readExplore } from '#view/address/explore-address';
import { type ForecastsView, forecastsQuery, readForecasts } from '#view/address/forecasts-address';
import { type RangeChoice, rangeQuery, readRange } from '#view/address/range-address';

export interface CompareView extends RangeChoice, Comparison {
  readonly page: 'compare';
}

/** The parts of the operator's pages; the first is at /operator itself. */
export const OPERATOR_PARTS = [
  'state',
  'held',
  'imports',
  'series',
  'forecasts',
  'users',
  'audit',
] as const;
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

export interface AlertsView {
  readonly page: 'alerts';
  /** The id of an alert; empty is the list of all. */
  readonly alert: string;
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
  | AlertsView
  | GuidesView
  | PlainView;

export const START: StartView = { page: 'start', category: '' };
/** A root address with one of these is an older link to Explore. */
const EXPLORE_FIELDS = [
  ...['from', 'to', 'resolution', 'zone', 'tab', 'ahead', 'complete', 'hide'],
  ...['aggregation', 'currency', 'asOf'],
];

/** Reads a path with its query, such as `/s/dehrprice?from=today-7`. */
export function readAddress(address: string): View {
  const { pathname, searchParams } = new URL(address, 'http://page.invalid');
  const [first = '', second = '', ...rest] = pathname.split('/').slice(1).map(decodeSegment);
  if (first === 'docs') return docsView([second, ...rest]);
  if (rest.length > 0) return { page: 'not-found' };
  switch (first) {
    case '':
      return EXPLORE_FIELDS.some((name) => searchParams.has(name))
        ? readExplore('', searchParams)
        : { page: 'start', category: searchParams.get('category') ?? '' };
    case 's':
      return readExplore(second.toLowerCase(), searchParams);
    case 'compare':
      return { page: 'compare', ...readComparison(searchParams), ...readRange(searchParams) };
    case 'f':
      return readForecasts(second, searchParams);
    case 'changes':
      return second === '' ? readChanges(searchParams) : { page: 'not-found' };
    case 'boards':
      return boardsView(second, searchParams.get('wall'));
    case 'alerts':
      return { page: 'alerts', alert: second };
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
      const path = view.seriesId === '' ? '/s' : `/s/${encodeURIComponent(view.seriesId)}`;
      return withQuery(path, exploreQuery(view));
    }
    case 'compare': {
      const query = rangeQuery(view);
      writeComparison(view, query);
      return withQuery('/compare', query);
    }
    case 'forecasts':
      return withQuery(`/f/${encodeURIComponent(view.area)}`, forecastsQuery(view));
    case 'changes':
      return withQuery('/changes', changesQuery(view));
    case 'start': {
      const query = new URLSearchParams();
      if (view.category !== '') query.set('category', view.category);
      return withQuery('/', query);
    }
    case 'boards':
      return `/boards${view.board && `/${encodeURIComponent(view.board)}`}${view.wall ? '?wall=1' : ''}`;
    case 'alerts':
      return `/alerts${view.alert && `/${encodeURIComponent(view.alert)}`}`;
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

/** `/docs`, `/docs/guides`, `/docs/guides/how-to/import` and `/docs/guides/how-to/run/install`. */
function docsView([part = '', ...guide]: readonly string[]): View {
  if (part === '') return { page: 'reference' };
  const isGuide = part === 'guides' && [0, 2, 3].includes(guide.length);
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
