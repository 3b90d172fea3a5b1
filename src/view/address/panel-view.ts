// Which views a panel of a board can show, on the page and in a picture. Pure.

import type { CompareView, StartView, View } from '#view/address/address';
import type { ChangesView } from '#view/address/changes-address';
import type { ExploreView } from '#view/address/explore-address';
import type { ForecastsView } from '#view/address/forecasts-address';

/** The views that a panel can show. */
export type PanelView = ExploreView | CompareView | ForecastsView | ChangesView | StartView;

const PAGES: readonly View['page'][] = ['explore', 'compare', 'forecasts', 'changes', 'start'];

/** Whether a view can be a panel. Explore without a series leads to another page. */
export const isPanelView = (view: View): view is PanelView =>
  PAGES.includes(view.page) && !(view.page === 'explore' && view.seriesId === '');

/** What a panel says whose address is none of them. */
export const NO_PANEL = 'The address of this panel is no view.';
