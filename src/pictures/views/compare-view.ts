// Compare as a panel: one chart a unit with names at the ends of lines, or the figures of each line. Pure.

import { FormulaFault } from '#core/formula/formula-tokens';
import { type Formula, parseFormula } from '#core/formula/parse-formula';
import { SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { type LineChart, linesOf, spanOfChart } from '#pictures/parts/plot';
import { comparedTable } from '#pictures/views/compared-table';
import { figureGroups, figureLine } from '#pictures/views/line-figures';
import { joinFacts, type ViewPanel, type ViewSetting, zoneOfView } from '#pictures/views/setting';
import type { CompareView } from '#view/address/address';
import {
  type CompareTab,
  comparedText,
  MAX_COMPARED,
  MAX_FORMULAS,
} from '#view/address/comparison';
import { captionTexts } from '#view/chart/caption-texts';
import { wholeSpan } from '#view/chart/chart-span';
import type { ComparedLine } from '#view/compare/draw-line';
import { chartSeriesOf, lineOfSeries, type ShownLine } from '#view/compare/shown-line';
import { lineOfFormula } from '#view/formula/formula-line';
import { formatDays, zoneLabel } from '#view/values/time-text';

/** A series of a comparison: its line, or why it has none. */
export type LoadedLine = ComparedLine | string;

interface ReadFormula {
  readonly text: string;
  /** The formula, or why it cannot be read. */
  readonly formula: Formula | string;
}

/** The series that a comparison draws, and those that only its formulas name. */
export function comparedSeries({ series, formulas }: CompareView) {
  const drawn = series.slice(0, MAX_COMPARED);
  const inputs = readFormulas(formulas).flatMap(({ formula }) =>
    typeof formula === 'string' ? [] : formula.inputs,
  );
  return [...new Map([...drawn, ...inputs].map((one) => [comparedText(one), one])).values()];
}

const readFormulas = (formulas: readonly string[] = []): ReadFormula[] =>
  formulas
    .slice(0, MAX_FORMULAS)
    .map((text) => ({ text, formula: orFault(() => parseFormula(text)) }));

function orFault<T extends object>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormulaFault) return error.message;
    throw error;
  }
}

/** `loaded` has every series of `comparedSeries`, by its name in the address. */
export function compareView(
  view: CompareView,
  loaded: ReadonlyMap<string, LoadedLine>,
  setting: ViewSetting,
): ViewPanel {
  const zone = zoneOfView(view, setting.market);
  const { lines, faults } = linesOfView(view, loaded, setting.market);
  const shown = lines.filter(({ name }) => !view.hidden?.includes(name));
  const title = lines.map(({ label }) => label).join(', ') || 'Comparison';
  const head = { title, facts: factsOf(view, lines, zone) };
  const others = leftOutText(view);
  if (shown.length === 0) {
    const text = [...faults, ...(faults.length === 0 ? ['This comparison has no values.'] : [])];
    return { ...head, content: { kind: 'message', text: text.join(' ') }, notes: others };
  }
  if (setting.isFigures) {
    const groups = shown.flatMap((line) => figureGroups(line, zone, line.label));
    return { ...head, content: { kind: 'figures', groups }, notes: [...faults, ...others] };
  }
  const { tab = 'chart' } = view;
  if (tab === 'table') return { ...head, ...comparedTable(shown, zone, [...faults, ...others]) };
  if (tab !== 'chart') {
    const text = `A picture does not show ${TAB_NAMES[tab]}. Open the board to see it, or save the chart as a panel.`;
    return { ...head, content: { kind: 'message', text }, notes: [...faults, ...others] };
  }
  const charts = chartsOf(shown, zone, setting.now / SECOND_MS, view.line !== undefined);
  const notes = [
    ...shown.map((line) => `${line.label}: ${figureLine(line, zone)}`),
    captionOf(charts),
    ...faults,
    ...others,
  ];
  return { ...head, content: { kind: 'charts', charts }, notes: notes.filter(Boolean) };
}

/** Drawings that have no time axis, or are of other spans. */
const TAB_NAMES: Readonly<Record<Exclude<CompareTab, 'chart' | 'table'>, string>> = {
  scatter: 'the scatter of a comparison',
  duration: 'the duration curves of a comparison',
  week: 'the typical week of a comparison',
  season: 'the season of a comparison',
  mix: 'the mix of a comparison',
};

function linesOfView(
  view: CompareView,
  loaded: ReadonlyMap<string, LoadedLine>,
  market: Zone,
): { lines: ShownLine[]; faults: string[] } {
  const lines: ShownLine[] = [];
  const faults = new Set<string>();
  view.series.slice(0, MAX_COMPARED).forEach((one, style) => {
    const line = loaded.get(comparedText(one))!;
    if (typeof line === 'string') faults.add(line);
    else if (line.times.length > 0) lines.push(lineOfSeries(line, style));
  });
  readFormulas(view.formulas).forEach(({ text, formula }, i) => {
    const line =
      typeof formula === 'string'
        ? formula
        : formulaLine(formula, text, loaded, MAX_COMPARED + i, market);
    if (typeof line === 'string') faults.add(line);
    else if (line.times.length > 0) lines.push(line);
  });
  return { lines, faults: [...faults] };
}

function formulaLine(
  formula: Formula,
  text: string,
  loaded: ReadonlyMap<string, LoadedLine>,
  style: number,
  market: Zone,
): ShownLine | string {
  const inputs = formula.inputs.map((input) => loaded.get(comparedText(input))!);
  const fault = inputs.find((input) => typeof input === 'string');
  if (fault !== undefined) return fault;
  return orFault(() => lineOfFormula(formula, text, inputs as ComparedLine[], style, market));
}

/** One chart a unit, all over the same span. */
function chartsOf(
  lines: readonly ShownLine[],
  zone: Zone,
  now: number,
  isStraight: boolean,
): LineChart[] {
  const series = lines.map(chartSeriesOf);
  const span = wholeSpan(series, now);
  return [...Map.groupBy(series, ({ unit }) => unit)].map(([unit, ofUnit]) => ({
    ...{ series: ofUnit, unit, zone, now, span, isLabelled: true, isStraight },
  }));
}

const captionOf = (charts: readonly LineChart[]): string => {
  const texts = charts.flatMap((chart) =>
    captionTexts({ ...chart, lines: linesOf(chart) }, spanOfChart(chart)),
  );
  return [...new Set(texts)].join(' · ');
};

function factsOf(view: CompareView, lines: readonly ShownLine[], zone: Zone): string {
  const span = lines.map(({ answered }) => answered).find((one) => one !== undefined);
  return joinFacts(
    span && formatDays({ start: span.first, end: span.last + SECOND_MS }, zone),
    view.resolution === 'native' ? undefined : `by ${view.resolution}`,
    zoneLabel(zone),
    view.complete ? 'complete only' : undefined,
  );
}

function leftOutText({ series, formulas = [] }: CompareView): string[] {
  const count =
    Math.max(0, series.length - MAX_COMPARED) + Math.max(0, formulas.length - MAX_FORMULAS);
  return count > 0 ? [`${count} more ${count === 1 ? 'line is' : 'lines are'} not drawn`] : [];
}
