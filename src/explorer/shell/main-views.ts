// The views that the header leads to.

import { lastView } from '#explorer/state/last-views.ts';
import { readPreferences } from '#explorer/state/preferences.ts';
import { type CompareView, START, type View } from '#view/address/address';
import { CHANGES } from '#view/address/changes-address';
import { MAX_COMPARED } from '#view/address/comparison';
import { type ExploreView, exploreOf } from '#view/address/explore-address';
import { DEFAULT_AREA, DEFAULT_CATEGORY } from '#view/address/forecasts-address';
import { DEFAULT_RANGE } from '#view/address/range-address';

const EMPTY_COMPARISON: CompareView = { page: 'compare', series: [], ...DEFAULT_RANGE };

interface MainView {
  readonly title: string;
  readonly view: View;
}

/** The operator's pages, as each role enters them. */
export const ROLE_VIEWS: Readonly<Record<string, MainView>> = {
  operator: { title: 'Operator', view: { page: 'operator', part: 'state' } },
  auditor: { title: 'Audit', view: { page: 'operator', part: 'audit' } },
  writer: { title: 'Write', view: { page: 'operator', part: 'imports' } },
};

/** The header's views for a user: each page as it was last, and Compare with the series of Explore. */
export const mainViewsOf = (current: View, userName: string | undefined): readonly MainView[] =>
  userName === undefined
    ? MAIN_VIEWS
    : MAIN_VIEWS.map(({ title, view }) => {
        const last = view.page === current.page ? current : lastZoned(view.page, userName);
        const isTaken = view.page === 'compare' && current.page === 'explore';
        return { title, view: isTaken ? withSeries(last, current) : (last ?? view) };
      });

/** A page as it was last, in the zone that was chosen last. */
function lastZoned(page: View['page'], userName: string): View | undefined {
  const last = lastView(page, userName);
  return last && 'zone' in last ? { ...last, zone: readPreferences().zone } : last;
}

/** The header's view of a page. */
export const pageOf = (page: View['page'], current: View, userName: string | undefined): View =>
  mainViewsOf(current, userName).find(({ view }) => view.page === page)!.view;

/** The last comparison with one more series, over the span of that series' page. */
function withSeries(last: View | undefined, { seriesId, ...view }: ExploreView): CompareView {
  const { from, to, resolution, zone } = view;
  const present = last?.page === 'compare' ? last.series : [];
  const isPresent = present.some((one) => one.seriesId === seriesId);
  const isFull = present.length >= MAX_COMPARED;
  const series = isPresent || isFull ? present : [...present, { seriesId, shiftDays: 0 }];
  const comparison = last?.page === 'compare' ? last : EMPTY_COMPARISON;
  const span = { from, to, resolution, zone };
  return { ...comparison, complete: undefined, hidden: [], series, ...span };
}

const MAIN_VIEWS: readonly MainView[] = [
  { title: 'Start', view: START },
  { title: 'Explore', view: exploreOf('') },
  { title: 'Compare', view: EMPTY_COMPARISON },
  {
    title: 'Forecasts',
    view: {
      page: 'forecasts',
      area: DEFAULT_AREA,
      category: DEFAULT_CATEGORY,
      source: '',
      beside: [],
      run: '',
      hour: '',
      bands: true,
      zone: 'market',
    },
  },
  { title: 'Changes', view: CHANGES },
  { title: 'Boards', view: { page: 'boards', board: '' } },
  { title: 'API', view: { page: 'reference' } },
];
