// The view behind a panel's address, and what a panel without a title is called. Pure.

import { findArea } from '#core/market/areas';
import { findCategory } from '#core/market/categories';
import { readAddress, type View } from '#view/address/address';
import { DEFAULT_SINCE } from '#view/address/changes-address';
import { comparedText } from '#view/address/comparison';
import { isPanelView, type PanelView } from '#view/address/panel-view';
import type { TimeZoneChoice } from '#view/address/range-address';

/** The view of an address; undefined if a panel cannot show it. `zone` counts if the address names none. */
export function panelViewOf(address: string, zone: TimeZoneChoice): PanelView | undefined {
  const view = tryReading(address);
  if (!view || !isPanelView(view)) return undefined;
  const isZoneOpen = 'zone' in view && !/[?&]zone=/.test(address);
  return isZoneOpen ? { ...view, zone } : view;
}

function tryReading(address: string): View | undefined {
  try {
    return readAddress(address);
  } catch {
    return undefined;
  }
}

/** What a panel is called if it has no title. */
export function titleOfView(view: PanelView): string {
  switch (view.page) {
    case 'explore':
      return view.seriesId;
    case 'compare':
      return [...view.series.map(comparedText), ...(view.formulas ?? [])].join(', ') || 'Compare';
    case 'forecasts':
      return `${areaName(view.area)}: forecast of ${categoryName(view.category)}`;
    case 'changes':
      return view.since === DEFAULT_SINCE
        ? 'What changed since yesterday'
        : `What changed since ${view.since}`;
    case 'start':
      return view.category === ''
        ? 'Today and tomorrow'
        : `Today and tomorrow: ${categoryName(view.category)}`;
  }
}

const areaName = (area: string): string => findArea(area)?.description ?? area;

const categoryName = (category: string): string =>
  findCategory(category)?.description.toLowerCase() ?? category;
