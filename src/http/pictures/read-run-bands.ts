// The bands of the runs behind the forecast part of a series, for a picture.

import type { SeriesColumns } from '#contract/forecast';
import type { BandsAnswer } from '#contract/forecast-bands';
import { currencyOfUnit } from '#core/market/currency';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import { isOfPanel } from '#http/pictures/panel-faults';
import type { PanelReading } from '#http/pictures/read-columns';
import { makeBands, readRuns } from '#http/pictures/read-forecasts';
import type { SeriesRecord } from '#store/series-record';
import type { ExploreView } from '#view/address/explore-address';
import { bandsOf, type RunBands } from '#view/runs/run-bands';
import { type RunStretch, runStretches } from '#view/runs/shown-bands';
import { isReduced } from '#view/values/periods';

/** The bands by issue time. Undefined if they are switched off, or if the values are averages. */
export async function readRunBands(
  view: ExploreView,
  { area, category }: SeriesRecord,
  answer: SeriesColumns,
  asOf: Instant | undefined,
  reading: PanelReading,
): Promise<ReadonlyMap<string, RunBands> | undefined> {
  if (view.bands === 'off' || isReduced(answer) || area === null || category === null)
    return undefined;
  const found = new Map<string, RunBands>();
  const asked = { area, balanceCategory: category, currency: currencyOfUnit(answer.unit) };
  for (const stretch of runStretches(answer)) {
    const bands = await readStretch({ ...asked, ...spanOf(stretch, answer) }, asOf, reading);
    if (bands) found.set(stretch.run, bands);
  }
  return found;
}

const spanOf = ({ run, first, end }: RunStretch, { times }: SeriesColumns) => ({
  issueTime: run,
  startDate: formatUtc(times[first]! * SECOND_MS),
  endDate: formatUtc(times[end - 1]! * SECOND_MS),
});

/** A series may have runs that the forecast routes do not answer, and a plan may allow too few points. */
async function readStretch(
  asked: Parameters<typeof readRuns>[0],
  asOf: Instant | undefined,
  reading: PanelReading,
): Promise<RunBands | undefined> {
  try {
    return bandsOf(await readRuns<BandsAnswer>(asked, reading, makeBands, asOf));
  } catch (error) {
    if (isOfPanel(error)) return undefined;
    throw error;
  }
}
