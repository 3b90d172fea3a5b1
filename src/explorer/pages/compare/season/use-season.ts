// The values of this year and the five before it, of a series or of a formula.

import { parseFormula } from '#core/formula/parse-formula';
import { civilOfDay } from '#core/time/civil';
import { type Instant, SECOND_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { loadLine } from '#explorer/pages/compare/lines/load-line.ts';
import { type Season, seasonOf } from '#explorer/pages/compare/season/season.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';
import type { CompareView } from '#view/address/address';
import { comparedText } from '#view/address/comparison';
import { RESAMPLE_OPTIONS, readResolution } from '#view/address/resolution-options';
import { lineOfSeries, type ShownLine } from '#view/compare/shown-line';
import { lineOfFormula } from '#view/formula/formula-line';

export const PAST_YEARS = 5;

export interface LoadedSeason {
  readonly year: number;
  readonly line: ShownLine;
  /** Undefined if the line is of longer periods than months. */
  readonly season: Season | undefined;
}

/** The season of a line of the comparison. `now` is in seconds. */
export function useSeason(view: CompareView, line: ShownLine, now: number): Loaded<LoadedSeason> {
  const market = marketZoneOf(useAbout());
  const { year } = civilOfDay(market.dayOf(now * SECOND_MS));
  const resolution = seasonResolution(view.resolution);
  const { name, style } = line;
  return useRequest(`season ${name} ${style} ${year} ${resolution}`, async (signal) => {
    const range = {
      from: `${year - PAST_YEARS}-01-01`,
      to: `${year}-12-31`,
      resolution,
      zone: view.zone,
    };
    const loaded = await loadSeasonLine(view, name, style, range, now * SECOND_MS, market, signal);
    return { year, line: loaded, season: seasonOf(loaded, year, market) };
  });
}

type SeasonRange = Parameters<typeof loadLine>[1];

async function loadSeasonLine(
  { series }: CompareView,
  name: string,
  style: number,
  range: SeasonRange,
  now: Instant,
  market: Zone,
  signal: AbortSignal,
): Promise<ShownLine> {
  const plain = series.find((one) => comparedText(one) === name);
  if (plain) return lineOfSeries(await loadLine(plain, range, now, market, signal), style);
  const formula = parseFormula(name);
  const inputs = await Promise.all(
    formula.inputs.map((input) => loadLine(input, range, now, market, signal)),
  );
  return lineOfFormula(formula, name, inputs, style, market);
}

/** The view's resolution if it is days, weeks or months; else days, or months for what is longer. */
function seasonResolution(text: string): string {
  const name = readResolution(text);
  const rank = RESAMPLE_OPTIONS.find(({ value }) => value === name)?.rank;
  const [day, month] = [resolutionOf('day').rank, resolutionOf('month').rank];
  if (rank === undefined || rank < day || rank === Number.POSITIVE_INFINITY) return 'day';
  return rank > month ? 'month' : name;
}
