// A panel of a board: its address is read as the page reads it, its data as its owner may, and both are drawn.

import { findCategory } from '#core/market/categories';
import { panelFault } from '#http/pictures/panel-faults';
import type { PanelReading } from '#http/pictures/read-columns';
import { readCompare } from '#http/pictures/read-compare';
import { readExplore } from '#http/pictures/read-explore';
import { readForecastData } from '#http/pictures/read-forecasts';
import { describeChanges } from '#http/writers/describe-changes';
import { describeDays } from '#http/writers/describe-days';
import type { Panel } from '#pictures/board/panel';
import { compareView } from '#pictures/views/compare-view';
import { exploreView } from '#pictures/views/explore-view';
import { forecastsView, forecastTitle } from '#pictures/views/forecasts-view';
import type { ViewPanel, ViewSetting } from '#pictures/views/setting';
import { changesView, startView } from '#pictures/views/table-views';
import { readFromOneState } from '#service/one-state';
import { readPlanDays } from '#service/series/day-figures';
import { CHANGE_CATEGORIES, readPlanChanges } from '#service/series/plan-changes';
import { readAddress, type StartView, type View } from '#view/address/address';
import type { ChangesView } from '#view/address/changes-address';
import type { ForecastsView } from '#view/address/forecasts-address';
import { isPanelView, NO_PANEL, type PanelView } from '#view/address/panel-view';
import { sinceInstant } from '#view/tables/since';

/** A panel as a board keeps it. */
export interface BoardPanel {
  readonly view: string;
  readonly title: string;
  readonly part: 'view' | 'figures';
  readonly width: 'half' | 'full';
}

export async function readPanel(panel: BoardPanel, reading: PanelReading): Promise<Panel> {
  const { context, now } = reading;
  const view = readAddress(panel.view);
  const setting: ViewSetting = {
    ...{ now, market: context.zone, blocks: context.blocks },
    isFigures: panel.part === 'figures',
  };
  const drawn = await drawView(view, setting, reading);
  return { ...drawn, title: panel.title || drawn.title, width: panel.width };
}

async function drawView(
  view: View,
  setting: ViewSetting,
  reading: PanelReading,
): Promise<ViewPanel> {
  if (!isPanelView(view)) return messagePanel('Panel', NO_PANEL);
  const what = nameOf(view);
  try {
    return await readView(view, setting, reading);
  } catch (error) {
    return messagePanel(what, panelFault(error, what, reading.caller));
  }
}

const messagePanel = (title: string, text: string): ViewPanel => ({
  ...{ title, facts: '', notes: [] },
  content: { kind: 'message', text },
});

/** What a view is called until its data is known. */
function nameOf(view: PanelView): string {
  switch (view.page) {
    case 'explore':
      return view.seriesId;
    case 'forecasts':
      return forecastTitle(view);
    case 'compare':
      return 'Comparison';
    case 'changes':
      return 'What changed';
    case 'start':
      return 'Today and tomorrow';
  }
}

async function readView(
  view: PanelView,
  setting: ViewSetting,
  reading: PanelReading,
): Promise<ViewPanel> {
  switch (view.page) {
    case 'explore':
      return exploreView(view, await readExplore(view, reading), setting);
    case 'compare':
      return compareView(view, await readCompare(view, reading), setting);
    case 'forecasts':
      return readForecastsView(view, setting, reading);
    case 'changes':
      return readChangesView(view, setting, reading);
    case 'start':
      return readStartView(view, setting, reading);
  }
}

async function readForecastsView(
  view: ForecastsView,
  setting: ViewSetting,
  reading: PanelReading,
): Promise<ViewPanel> {
  const data = await readForecastData(view, reading);
  if (typeof data === 'string') return messagePanel(forecastTitle(view), data);
  return forecastsView(view, data, setting);
}

async function readChangesView(
  view: ChangesView,
  setting: ViewSetting,
  { caller, context, now }: PanelReading,
): Promise<ViewPanel> {
  const market = context.zone;
  const since = sinceInstant(view.since, { now, market, shown: market });
  if (since === undefined)
    return messagePanel('What changed', 'The time that this panel compares with is none.');
  const category = CHANGE_CATEGORIES.find((name) => name === view.category);
  const asked = { category, source: view.source || undefined, isOneSource: true, since, now };
  const changes = await readFromOneState(context, undefined, 'since', (present) =>
    readPlanChanges(asked, caller, present),
  );
  return changesView(view, describeChanges(changes, since), setting);
}

async function readStartView(
  view: StartView,
  setting: ViewSetting,
  { caller, context, now }: PanelReading,
): Promise<ViewPanel> {
  const category = findCategory(view.category);
  const days = await readFromOneState(context, undefined, 'asOf', (present) =>
    readPlanDays({ category, source: undefined, now }, caller, present),
  );
  return startView(view, describeDays(days), setting);
}
