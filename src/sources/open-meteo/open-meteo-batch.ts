// From the weather of locations to runs of an area: means by weight, and for past days what was known the day before.

import { seriesIdOf } from '#core/market/categories';
import { findEicRow } from '#core/market/eic';
import { DAY_MS, formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import type { LocationWeather } from '#sources/open-meteo/open-meteo-answer';
import {
  OPEN_METEO,
  PREVIOUS_DAYS,
  previousName,
  WEATHER_QUANTITIES,
  type WeatherModel,
  type WeatherQuantity,
} from '#sources/open-meteo/open-meteo-models';
import type { WeatherPoint } from '#sources/open-meteo/weather-points';
import type { ParsedBatch, RunBatch } from '#sources/source';
import type { SeriesDefinition } from '#store/series-record';

/** What an answer is about. */
export interface WeatherSubject {
  readonly area: string;
  readonly points: readonly WeatherPoint[];
  readonly model: WeatherModel;
}

/** A mean needs points with at least this share of the weight. */
const LEAST_WEIGHT = 0.5;
/** A day's run needs at least this share of its hours. */
const LEAST_HOURS = 0.5;
const HOURS_A_DAY = DAY_MS / HOUR_MS;
/** How long after the beginning of a weather model's run its values can be had. */
const AVAILABLE_AFTER_HOURS = 6;
/** The UTC hours of the day before at which a past day's runs are taken to be made: when Gridtide makes its own. */
const RUN_HOURS = [6, 12];

/** The run that begins after the answer: what the service says of the hours to come. */
export function newestRuns(
  subject: WeatherSubject,
  locations: readonly LocationWeather[],
  answeredAt: Instant,
): ParsedBatch {
  const notes: string[] = [];
  const runs = WEATHER_QUANTITIES.flatMap((quantity) => {
    const mean = meanOf(subject, locations, quantity, quantity.parameter, notes);
    const firstHour = locations[0]!.firstHour + quantity.shiftHours;
    // An hour that has begun is not forecast any more.
    const begun = Math.max(0, Math.ceil(answeredAt / HOUR_MS) - firstHour);
    const run = runOf(
      subject,
      quantity,
      answeredAt,
      firstHour + begun,
      mean.slice(Math.min(begun, mean.length)),
    );
    if (!run) notes.push(`${subject.model.name} has no ${quantity.words} of the hours to come`);
    return run ?? [];
  });
  return batchOf(runs, notes, `no weather after ${formatUtc(answeredAt)}`);
}

/**
 * Two runs for each whole UTC day before `endDay`, of the hours at which Gridtide forecasts that day. Each hour takes the
 * newest value that could be had by then, so that a model that learns from them sees no more than was known.
 */
export function previousRuns(
  subject: WeatherSubject,
  locations: readonly LocationWeather[],
  endDay: number,
): ParsedBatch {
  const notes: string[] = [];
  const runs = WEATHER_QUANTITIES.flatMap((quantity) => {
    const byLead = PREVIOUS_DAYS.map((days) =>
      meanOf(subject, locations, quantity, previousName(quantity.parameter, days), notes),
    );
    const firstHour = locations[0]!.firstHour;
    const found: RunBatch[] = [];
    for (let day = Math.ceil(firstHour / HOURS_A_DAY); day < endDay; day++) {
      for (const hour of RUN_HOURS) {
        const madeHour = (day - 1) * HOURS_A_DAY + hour;
        const values = knownBy(madeHour, day, quantity, firstHour, byLead);
        const present = values.filter((value) => !Number.isNaN(value)).length;
        if (present < LEAST_HOURS * HOURS_A_DAY) continue;
        found.push(runOf(subject, quantity, madeHour * HOUR_MS, day * HOURS_A_DAY, values)!);
      }
    }
    if (found.length === 0) notes.push(`${subject.model.name} has no ${quantity.words} of then`);
    return found;
  });
  return batchOf(runs, notes, 'no previous runs of these days');
}

/** The hours of a day, each by the shortest lead whose value could be had at `madeHour`. */
function knownBy(
  madeHour: number,
  day: number,
  { shiftHours }: WeatherQuantity,
  firstHour: number,
  byLead: readonly Float64Array[],
): Float64Array {
  const values = new Float64Array(HOURS_A_DAY).fill(Number.NaN);
  for (let hour = 0; hour < HOURS_A_DAY; hour++) {
    const stamp = day * HOURS_A_DAY + hour - shiftHours;
    for (const [at, days] of PREVIOUS_DAYS.entries()) {
      const isKnown = stamp - days * HOURS_A_DAY + AVAILABLE_AFTER_HOURS <= madeHour;
      const value = byLead[at]![stamp - firstHour];
      if (!isKnown || value === undefined || Number.isNaN(value)) continue;
      values[hour] = value;
      break;
    }
  }
  return values;
}

/** The mean of the points by weight. The weight of a missing point goes to the others, and a note says so. */
function meanOf(
  { points }: WeatherSubject,
  locations: readonly LocationWeather[],
  { weight, words }: WeatherQuantity,
  column: string,
  notes: string[],
): Float64Array {
  const whole = points.reduce((sum, point) => sum + point[weight], 0);
  const mean = new Float64Array(locations[0]!.hours).fill(Number.NaN);
  let [fewer, tooFew] = [0, 0];
  for (let hour = 0; hour < mean.length; hour++) {
    let [total, present] = [0, 0];
    for (const [at, location] of locations.entries()) {
      const value = location.columns.get(column)![hour]!;
      if (Number.isNaN(value)) continue;
      total += value * points[at]![weight];
      present += points[at]![weight];
    }
    if (present < LEAST_WEIGHT * whole || present === 0) {
      if (present > 0) tooFew++;
      continue;
    }
    if (present < whole) fewer++;
    mean[hour] = Math.round((total / present) * 100) / 100;
  }
  if (fewer > 0) notes.push(`${words}: ${fewer} hours lack points; the others count for them`);
  if (tooFew > 0) notes.push(`${words}: ${tooFew} hours are left out, as most points lack them`);
  return mean;
}

function runOf(
  { area, model }: WeatherSubject,
  quantity: WeatherQuantity,
  analyzedAt: Instant,
  firstIndex: number,
  values: Float64Array,
): RunBatch | undefined {
  const first = values.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return undefined;
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return {
    definition: definitionOf(area, quantity),
    analyzedAt,
    firstIndex: firstIndex + first,
    values: values.slice(first, last + 1),
    source: `${OPEN_METEO}-${model.name}`,
  };
}

function definitionOf(area: string, { tail, words, unit }: WeatherQuantity): SeriesDefinition {
  const { description, isArea } = findEicRow(area)!;
  const areaText = description.replace(/, (.*)$/, ' ($1)');
  return {
    code: seriesIdOf(area, `hr${tail}`),
    description: `${areaText} ${words}, mean of locations by weight, ${unit} (Open-Meteo)`,
    unit,
    resolution: 'hour',
    area: isArea ? area : null,
    category: `hr${tail}`,
  };
}

const batchOf = (runs: RunBatch[], notes: string[], reason: string): ParsedBatch =>
  runs.length === 0 ? { kind: 'none', reason } : { kind: 'data', points: [], runs, notes };
