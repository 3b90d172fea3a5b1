// What Compare shows besides its span, and how the address writes it. Pure.

import { type FormulaSeries, formulaSeriesText } from '#core/formula/formula-series';

/** A compared series: its values of `shiftDays` later are drawn. */
export type ComparedSeries = FormulaSeries;

/** The ways to look at a comparison; the first is left out of the address. */
export const COMPARE_TABS = [
  'chart',
  'table',
  'scatter',
  'duration',
  'week',
  'season',
  'mix',
] as const;
export type CompareTab = (typeof COMPARE_TABS)[number];

export interface Comparison {
  readonly series: readonly ComparedSeries[];
  /** Formulas of series, as typed. */
  readonly formulas?: readonly string[];
  readonly tab?: CompareTab;
  /** Whether figures are of all values of each line, not only of the hours that all lines have. */
  readonly allHours?: boolean;
  /** The names of the lines along and up the scatter; left out, the first two. */
  readonly x?: string;
  readonly y?: string;
  /** The name of the line whose season is shown; left out, the first. */
  readonly of?: string;
}

/** The most series and formulas that are drawn. */
export const MAX_COMPARED = 5;
export const MAX_FORMULAS = 3;

/** A compared series as the address writes it: as a formula does. */
export const comparedText = formulaSeriesText;

/** Series and formulas beyond the most that are drawn stay in the view: the page names them. */
export function readComparison(query: URLSearchParams): Comparison {
  const series = query
    .getAll('s')
    .map(readSeries)
    .filter(({ seriesId }) => seriesId !== '');
  const formulas = query.getAll('f').filter((text) => text.trim() !== '');
  const tab = COMPARE_TABS.find((name) => name === query.get('tab'));
  const [x, y, of] = ['x', 'y', 'of'].map((name) => query.get(name) ?? '');
  return {
    series,
    ...(formulas.length > 0 && { formulas }),
    ...(tab && tab !== COMPARE_TABS[0] && { tab }),
    ...(query.get('hours') === 'all' && { allHours: true }),
    ...(x && { x }),
    ...(y && { y }),
    ...(of && { of }),
  };
}

function readSeries(text: string): ComparedSeries {
  const [seriesId = '', shift = '0'] = text.split('~');
  const shiftDays = Number.parseInt(shift, 10);
  return {
    seriesId: seriesId.toLowerCase(),
    shiftDays: Number.isFinite(shiftDays) ? shiftDays : 0,
  };
}

/** Adds a comparison to the query of an address, without what is at its default. */
export function writeComparison(view: Comparison, query: URLSearchParams): void {
  for (const one of view.series) query.append('s', comparedText(one));
  for (const formula of view.formulas ?? []) query.append('f', formula);
  if (view.tab && view.tab !== COMPARE_TABS[0]) query.set('tab', view.tab);
  if (view.allHours) query.set('hours', 'all');
  for (const name of ['x', 'y', 'of'] as const) if (view[name]) query.set(name, view[name]);
}
