// Reads a forecast run that an operator sends: one run of one series, with bands if it has any.

import { refuseField } from '#core/errors';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { ForecastRun } from '#core/values/forecast-run';
import { MOST_SOURCE_CHARACTERS } from '#core/values/source-order';
import { gridOfSeries } from '#service/context';
import {
  checkEnd,
  type Fields,
  fieldsOf,
  indexOf,
  instantOf,
  missing,
  textOf,
  valuesOf,
  wrongType,
} from '#service/operator/operator-fields';
import { readName } from '#service/operator/operator-series';
import type { RunBand } from '#store/run-store';
import type { SeriesDefinition } from '#store/series-record';

const MAX_BANDS = 20;

export interface ReadRun {
  readonly run: ForecastRun;
  readonly bands: readonly RunBand[];
}

/** Reads a run; gaps at the ends of its values are cut off, and the bands with them. */
export function readRunBody(
  body: unknown,
  series: SeriesDefinition,
  zone: Zone,
  now: Instant,
): ReadRun {
  const fields = fieldsOf(body);
  const grid = gridOfSeries(series, zone);
  const analyzedAt = readInstant(fields, 'analyzedTime', zone);
  const updatedAt =
    fields.updateTime === undefined || fields.updateTime === null
      ? now
      : readInstant(fields, 'updateTime', zone);
  const source = readName(
    textOf(fields, 'source', 'what made the run'),
    'source',
    1,
    MOST_SOURCE_CHARACTERS,
  );
  const start = indexOf(textOf(fields, 'start', 'a time'), 'start', grid, zone);
  const values = valuesOf(fields.values, 'values');
  checkEnd(grid, start + values.length - 1, 'values');
  const first = values.findIndex((value) => !Number.isNaN(value));
  const end = values.findLastIndex((value) => !Number.isNaN(value)) + 1;
  if (end === 0) throw refuseField('field_invalid', 'values', 'a run needs at least one value');
  const bands = readBands(fields.bands, values.length).map(({ level, lower, upper }) => ({
    level,
    lower: lower.slice(first, end),
    upper: upper.slice(first, end),
  }));
  const run = { analyzedAt, updatedAt, firstIndex: start + first, source };
  return { run: { ...run, values: values.slice(first, end) }, bands };
}

const readInstant = (fields: Fields, field: string, zone: Zone): Instant =>
  instantOf(textOf(fields, field, 'a time'), field, zone);

function readBands(given: unknown, length: number): RunBand[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) throw wrongType('bands', 'an array', given);
  if (given.length > MAX_BANDS) {
    throw refuseField('field_invalid', 'bands', `a run has at most ${MAX_BANDS} bands`);
  }
  const bands = given.map((band, i) => readBand(band, `bands.${i}`, length));
  for (const [i, { level }] of bands.entries()) {
    if (bands.findIndex((band) => band.level === level) === i) continue;
    throw refuseField('field_invalid', `bands.${i}.level`, `${level} is given twice`);
  }
  return bands;
}

function readBand(given: unknown, at: string, length: number): RunBand {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrongType(at, 'an object', given);
  }
  const { level, lower, upper } = given as Fields;
  if (level === undefined) throw missing(`${at}.level`, 'a level in percent');
  if (typeof level !== 'number') throw wrongType(`${at}.level`, 'a number', level);
  if (!Number.isInteger(level) || level < 1 || level > 99) {
    const message = `${level} is not a whole number from 1 to 99`;
    throw refuseField('field_invalid', `${at}.level`, message);
  }
  const band = {
    level,
    lower: readSide(lower, `${at}.lower`, length),
    upper: readSide(upper, `${at}.upper`, length),
  };
  const crossed = band.lower.findIndex((value, i) => value > band.upper[i]!);
  if (crossed < 0) return band;
  const message = `${band.lower[crossed]} is above the upper bound, ${band.upper[crossed]}`;
  throw refuseField('field_invalid', `${at}.lower.${crossed}`, message);
}

function readSide(given: unknown, field: string, length: number): Float64Array {
  const side = valuesOf(given, field);
  if (side.length === length) return side;
  const message = `has ${side.length} values; the run has ${length}`;
  throw refuseField('field_invalid', field, message);
}
