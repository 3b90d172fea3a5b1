// The bands and quantiles of read_forecast: those that are asked for, with the refusals of …/bands over HTTP.

import { refuseField } from '#core/errors';
import type { ForecastRun } from '#core/values/forecast-run';
import { type BandChoice, type ChosenBands, chooseBands } from '#core/values/run-bands';
import { listOf, objectOf, text } from '#http/api/mcp/tools/tool';
import { nativeOf } from '#service/context';
import { tooManyPoints } from '#service/point-cap';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface BandArguments {
  readonly level?: string;
  readonly quantile?: string;
}

export const BAND_ARGUMENTS = {
  level: text(
    'Levels of the bands in percent, 1 to 98, with commas between them. Left out: 80 and 90, or all that an imported run has',
    '50,95',
  ),
  quantile: text(
    'Adds quantiles in percent, 1 to 99, with commas between them: the share of the actual values expected at or below',
    '10,50,90',
  ),
};

export const valuesOf = (description: string) => listOf({ type: ['number', 'null'] }, description);

export const BAND_RESULTS = {
  bands: listOf(
    objectOf({
      level: {
        type: 'number',
        description: 'The actual value is expected inside this often, percent',
      },
      lower: valuesOf('Lower bounds'),
      upper: valuesOf('Upper bounds'),
    }),
    'If the runs have bands',
  ),
  quantiles: listOf(
    objectOf({
      percent: {
        type: 'number',
        description: 'The actual value is expected at or below this often, percent',
      },
      values: valuesOf('The quantile, in the order of times'),
    }),
    'Those that were asked for and that the runs have',
  ),
};

/** Whether a call names levels or quantiles. */
export const asksForBands = ({ level, quantile }: BandArguments): boolean =>
  level !== undefined || quantile !== undefined;

/** What is read of a run: the bands of hours do not tell how far a mean may be off. */
export interface RunPart {
  readonly run: ForecastRun;
  readonly isNative: boolean;
  /** The number of points that are shown, and the most values and bounds that the plan allows. */
  readonly count: number;
  readonly cap: number;
}

/** Reads the bands of a run that a call wants. A bound counts as a point if it was asked for. */
export async function readChosenBands(
  store: SeriesReader,
  series: SeriesRecord,
  choice: BandChoice,
  { run, isNative, count, cap }: RunPart,
): Promise<ChosenBands> {
  const isAsked = choice.levels !== undefined || choice.percents.length > 0;
  if (!isNative && !isAsked) return { bands: [], quantiles: [] };
  if (!isNative) {
    const { name } = nativeOf(series);
    const message = `bands of ${series.code} are by ${name} and cannot be averaged`;
    throw refuseField('bands_not_averaged', 'resolution', message, [name]);
  }
  const stored = await store.readBands(series.key, run.analyzedAt, run.source);
  const chosen = chooseBands(stored, choice);
  const bounds = count * (1 + 2 * chosen.bands.length + chosen.quantiles.length);
  if (isAsked && bounds > cap)
    throw tooManyPoints(`${bounds} values and bounds`, cap, 'ask for fewer by maxPoints');
  return chosen;
}
