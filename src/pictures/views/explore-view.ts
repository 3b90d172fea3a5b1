// Explore as a panel: a line, the newest rows, a heatmap, or the figures. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { SECOND_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { PanelContent } from '#pictures/board/panel';
import type { Figure } from '#pictures/parts/figures';
import { type LineChart, linesOf, spanOfChart } from '#pictures/parts/plot';
import type { Table } from '#pictures/parts/table';
import { figureGroups, figureLine } from '#pictures/views/line-figures';
import { joinFacts, type ViewPanel, type ViewSetting, zoneOfView } from '#pictures/views/setting';
import type { ExploreView } from '#view/address/explore-address';
import { intervalText } from '#view/axes/time-text';
import { captionTexts } from '#view/chart/caption-texts';
import type { ChartSeries } from '#view/chart/chart-series';
import type { RunBands } from '#view/runs/run-bands';
import { runText } from '#view/runs/run-text';
import { bandsOver, reachesZero, runStretches } from '#view/runs/shown-bands';
import { clockText, peakText } from '#view/values/block-text';
import { columnDecimals, meanDecimals } from '#view/values/column-decimals';
import {
  countText,
  isReduced,
  observedUntilOf,
  originAt,
  partialIndices,
} from '#view/values/periods';
import { endTimeOf, resolutionOfAnswer, spanOfAnswer } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import type { Slice } from '#view/values/slice';
import { isForecast, meanOverHours } from '#view/values/stats';
import { formatDays, formatMoment, zoneLabel, zoneLabelAt } from '#view/values/time-text';
import { formatValue } from '#view/values/value-text';

/** What a view of Explore is drawn from. */
export interface ExploreData {
  readonly answer: SeriesColumns;
  /** The forecasts over the values; undefined if none are wanted. */
  readonly slice?: Slice | undefined;
  /** The bands of the runs behind the forecast part, by issue time; undefined if they are not shown. */
  readonly runs?: ReadonlyMap<string, RunBands> | undefined;
  /** The time whose knowledge is shown, milliseconds; undefined is now. */
  readonly asOf?: number | undefined;
}

const MOST_ROWS = 24;

export function exploreView(view: ExploreView, data: ExploreData, setting: ViewSetting): ViewPanel {
  const { answer, asOf } = data;
  const zone = zoneOfView(view, setting.market);
  const line = figuredLine(answer, setting.market);
  const head = { title: answer.description || answer.seriesId, facts: factsOf(view, data, zone) };
  if (setting.isFigures) {
    const groups = figureGroups(line, zone);
    const blocks = blockFigures(answer, setting);
    const [first, ...rest] = groups;
    const content: PanelContent = first
      ? {
          kind: 'figures',
          groups: [{ ...first, figures: [...first.figures, ...blocks] }, ...rest],
        }
      : { kind: 'message', text: 'This span has no values.' };
    return { ...head, content, notes: [] };
  }
  const note = figureLine(line, zone);
  if (view.tab === 'table') return { ...head, ...tableOf(answer, zone, setting.market) };
  if (view.tab === 'heatmap') {
    const heatmap = { answer, zone, market: setting.market };
    return { ...head, content: { kind: 'heatmap', heatmap }, notes: [note] };
  }
  const chart: LineChart = {
    series: seriesOf(view, data, setting.market),
    unit: answer.unit,
    zone,
    now: (asOf ?? setting.now) / SECOND_MS,
    nowLabel: asOf === undefined ? undefined : 'as of',
    ...{ includesZero: view.zero ?? false, isLog: view.log ?? false, hasArea: view.area ?? false },
    isStraight: view.line !== undefined,
    bands: bandsOf(view, data, line.endTime),
  };
  const caption = captionTexts({ ...chart, lines: linesOf(chart) }, spanOfChart(chart)).join(' · ');
  return {
    ...head,
    content: { kind: 'charts', charts: [chart] },
    notes: [note, caption, ...runNotes(data, zone)].filter(Boolean),
  };
}

/** The bands behind the values' line; undefined if it has none, or if they cannot be on its axis. */
function bandsOf(
  { log }: ExploreView,
  { answer, runs }: ExploreData,
  endTime: number,
): LineChart['bands'] {
  if (!runs) return undefined;
  const run = bandsOver(answer, runStretches(answer), runs, endTime);
  const isDrawn = run.bands.length > 0 && !(log && reachesZero(run));
  return isDrawn ? { run, style: 0 } : undefined;
}

/** Which runs the forecast part is of. */
function runNotes({ answer, runs }: ExploreData, zone: Zone): string[] {
  const stretches = runStretches(answer);
  return stretches.length > 0 ? [`Forecast: ${runText(answer, stretches, runs, zone)}`] : [];
}

function factsOf(view: ExploreView, { answer, asOf }: ExploreData, zone: Zone): string {
  const span = spanOfAnswer(answer);
  return joinFacts(
    answer.seriesId,
    answer.unit,
    isReduced(answer)
      ? `${answer.aggregation.toLowerCase()} by ${answer.resolution.toLowerCase()}`
      : undefined,
    answer.hours && clockText(answer.hours),
    span && formatDays({ start: span.first, end: span.last + SECOND_MS }, zone),
    zoneLabel(zone),
    view.complete ? 'complete only' : undefined,
    asOf === undefined
      ? undefined
      : `as known ${formatMoment(asOf, zone)} ${zoneLabelAt(asOf, zone)}`,
  );
}

const figuredLine = (answer: SeriesColumns, market: Zone) => ({
  times: answer.times,
  values: answer.values,
  unit: answer.unit,
  endTime: endTimeOf(answer, market),
  lastObserved: observedUntilOf(answer),
  partial: partialIndices(answer),
  decimals: columnDecimals(answer),
});

/** The lines that are not switched off; the forecasts over the values are on top. */
function seriesOf(view: ExploreView, { answer, slice }: ExploreData, market: Zone): ChartSeries[] {
  const line: ChartSeries = {
    ...figuredLine(answer, market),
    lastObserved: observedUntilOf(answer) ?? Number.NEGATIVE_INFINITY,
    id: 'values',
    label: answer.seriesId,
    style: 0,
  };
  const over: ChartSeries[] = slice?.times.length
    ? [
        {
          ...{ id: 'slice', label: slice.label, unit: slice.unit, style: 1 },
          ...{ times: slice.times, values: slice.values, partial: slice.partial },
          endTime: endTimeOf({ ...answer, times: [...slice.times] }, market),
        },
      ]
    : [];
  return [...over, line].filter(({ id }) => !view.hidden?.includes(id));
}

/** The newest rows, the newest first. */
function tableOf(
  answer: SeriesColumns,
  zone: Zone,
  market: Zone,
): Omit<ViewPanel, 'title' | 'facts'> {
  const { times, values } = answer;
  const decimals = columnDecimals(answer);
  const endTime = endTimeOf(answer, market);
  const hasCounts = isReduced(answer) && answer.counts !== undefined;
  const rows = times
    .map((_, i) => i)
    .slice(-MOST_ROWS)
    .reverse();
  const table: Table = {
    columns: [
      { title: `Time, ${zoneLabel(zone)}` },
      { title: answer.unit, isNumber: true },
      { title: 'Change', isNumber: true },
      ...(hasCounts ? [{ title: 'Made of', isNumber: true }] : []),
      { title: 'Kind' },
    ],
    rows: rows.map((i) => [
      intervalText(times[i]!, times[i + 1] ?? endTime, zone),
      formatValue(values[i], decimals),
      signedText(changeAt(values, i), decimals),
      ...(hasCounts ? [countText(answer, i) ?? ''] : []),
      values[i] === null ? 'gap' : KINDS[originAt(answer, i).kind],
    ]),
  };
  const older = times.length - rows.length;
  return {
    content:
      rows.length > 0
        ? { kind: 'table', table }
        : { kind: 'message', text: 'This span has no values.' },
    notes: older > 0 ? [`${older} older ${older === 1 ? 'row' : 'rows'} not shown`] : [],
  };
}

const KINDS = { observed: 'observed', forecast: 'forecast', mixed: 'partly forecast' };

function changeAt(values: readonly (number | null)[], i: number): number | null {
  const [value, before] = [values[i] ?? null, values[i - 1] ?? null];
  return value === null || before === null ? null : value - before;
}

/** Peak and off-peak of observed hours, or of forecast ones if none is observed. */
function blockFigures(answer: SeriesColumns, { blocks, market }: ViewSetting): Figure[] {
  const resolution = resolutionOfAnswer(answer);
  const [peak, offpeak] = ['peak', 'offpeak'].map((name) =>
    blocks.find((block) => block.name === name),
  );
  if (!peak || !offpeak || !resolution || resolution.rank > resolutionOf('hour').rank) return [];
  const until = observedUntilOf(answer);
  const isOfForecast = until === undefined;
  const decimals = meanDecimals(columnDecimals(answer));
  const [high, low] = [peak, offpeak].map((block) =>
    formatValue(
      meanOverHours(
        answer,
        block.hours,
        market,
        (time) => isForecast(time, until) === isOfForecast,
      ),
      decimals,
    ),
  );
  const note = peakText(peak.hours, offpeak.hours);
  return [{ name: 'Peak / off-peak', text: `${high} / ${low}`, note }];
}
