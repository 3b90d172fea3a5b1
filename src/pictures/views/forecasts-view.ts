// Forecasts as a panel: the newest or a fixed run with its bands beside the actual values. Pure.

import { findArea } from '#core/market/areas';
import { findCategory } from '#core/market/categories';
import { HOUR_MS, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type LineChart, linesOf, spanOfChart } from '#pictures/parts/plot';
import { figureGroups, figureLine } from '#pictures/views/line-figures';
import { joinFacts, type ViewPanel, type ViewSetting, zoneOfView } from '#pictures/views/setting';
import type { ForecastsView } from '#view/address/forecasts-address';
import { decimalsOf } from '#view/axes/number-text';
import { captionTexts } from '#view/chart/caption-texts';
import type { ChartSeries } from '#view/chart/chart-series';
import { issueText } from '#view/runs/issue-text';
import type { RunBands } from '#view/runs/run-bands';
import type { Run } from '#view/runs/run-difference';
import type { StampedValues } from '#view/values/shift-span';
import { zoneLabel } from '#view/values/time-text';

/** What a view of Forecasts is drawn from. */
export interface ForecastData {
  readonly source: string;
  readonly unit: string;
  readonly run: Run;
  readonly isNewest: boolean;
  readonly bands: RunBands | undefined;
  readonly older: readonly Run[];
  /** The newest runs of other sources. */
  readonly beside: readonly { readonly source: string; readonly run: Run }[];
  readonly actuals: StampedValues & { readonly endTime: number };
}

// As on the page: actual values are solid, runs dashed; other sources have colours of their own.
const ACTUAL = 0;
const CHOSEN = 1;
const BESIDE = [4, 2, 3];

export const forecastTitle = ({ area, category }: ForecastsView): string =>
  `${findArea(area)?.description ?? area}: ${findCategory(category)?.description ?? category}`;

export function forecastsView(
  view: ForecastsView,
  data: ForecastData,
  setting: ViewSetting,
): ViewPanel {
  const zone = zoneOfView(view, setting.market);
  const { source, run, isNewest, unit } = data;
  const name = `${source}, ${isNewest ? 'newest run' : 'run'} of ${issueText(run.issueTime, zone)}`;
  const head = {
    title: forecastTitle(view),
    facts: joinFacts(name, unit, zoneLabel(zone)),
  };
  const line = {
    ...{ times: run.times, values: run.values, unit, endTime: endOf(run), lastObserved: undefined },
    decimals: decimalsOf(Float64Array.from(run.values, (value) => value ?? Number.NaN)),
  };
  if (setting.isFigures) {
    const groups = figureGroups(line, zone).map((group) => ({ ...group, name: '' }));
    return { ...head, content: { kind: 'figures', groups }, notes: [] };
  }
  const chart: LineChart = {
    series: seriesOf(data, zone),
    unit,
    zone,
    now: setting.now / SECOND_MS,
    bands: view.bands && data.bands ? { run: data.bands, style: CHOSEN } : undefined,
  };
  const caption = captionTexts({ ...chart, lines: linesOf(chart) }, spanOfChart(chart)).join(' · ');
  return {
    ...head,
    content: { kind: 'charts', charts: [chart] },
    notes: [figureLine(line, zone), caption].filter(Boolean),
  };
}

const endOf = ({ times }: Run): number => {
  const [last = 0, before] = [times.at(-1), times.at(-2)];
  return last + (before === undefined ? HOUR_MS / SECOND_MS : last - before);
};

function seriesOf(data: ForecastData, zone: Zone): ChartSeries[] {
  const { source, run, isNewest, older, beside, actuals, unit } = data;
  const lineOf = (one: Run, name: string, style: number): ChartSeries => ({
    ...{ id: `${name} ${one.issueTime}`, label: `${name} ${issueText(one.issueTime, zone)}` },
    ...{ unit, times: one.times, values: one.values, endTime: endOf(one), style },
  });
  const lines: ChartSeries[] = [
    lineOf(run, `${source}, ${isNewest ? 'newest run' : 'run'}`, CHOSEN),
    { id: 'actual', label: 'actual', unit, style: ACTUAL, ...actuals },
    ...beside.map((other, i) =>
      lineOf(other.run, `${other.source}, run`, BESIDE[i % BESIDE.length]!),
    ),
    ...older.map((one) => ({ ...lineOf(one, `${source}, run`, CHOSEN), isFaint: true })),
  ];
  return lines.filter(({ times }) => times.length > 0);
}
