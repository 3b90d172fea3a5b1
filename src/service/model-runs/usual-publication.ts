// When values are usually published, as far as their series tells: prices and others' forecasts the day before,
// measured values at the end of their interval.

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { guessKind, isForecastByOthers, quantityOf } from '#service/model-runs/guess-target';
import type { SeriesRecord } from '#store/series-record';

export interface PublicationRules {
  readonly zone: Zone;
  /** The codes that a definition names as drivers. */
  readonly named?: readonly string[] | undefined;
  /** The UTC hour of the day before at which others' forecasts are out. Left out: the usual time of each. */
  readonly forecastsHour?: number | undefined;
}

/** The instant at which the values of a market day are out. */
type Publication = (day: number) => Instant;

const PRICES_HOUR = 12;
const OTHER_FORECASTS_HOUR = 6;
/** Market time of the day before, by regulation (EU) 543/2013, as the runs fetched from ENTSO-E have it. */
const LOAD_MINUTE = 10 * 60;
const PRODUCTION_MINUTE = 18 * 60;

/** Prices that are known after their hour only. */
const LATE_PRICES = /imbalance|intraday|balancing|real.?time|continuous/i;

/** The first instant whose value is not published yet. */
export function publishedUntil(
  series: SeriesRecord,
  asOf: Instant,
  rules: PublicationRules,
): Instant {
  const publication = publicationOf(series, rules);
  if (!publication) return asOf;
  let day = rules.zone.dayOf(asOf) + 2;
  while (publication(day) > asOf) day--;
  return rules.zone.startOfDay(day + 1);
}

/** Undefined for measured values. */
function publicationOf(series: SeriesRecord, rules: PublicationRules): Publication | undefined {
  const { zone, forecastsHour } = rules;
  const atUtcHour =
    (hour: number): Publication =>
    (day) =>
      (day - 1) * DAY_MS + hour * HOUR_MS;
  const atMarketMinute =
    (minute: number): Publication =>
    (day) =>
      zone.instantOf((day - 1) * DAY_MS + minute * MINUTE_MS);
  if (isForecast(series, rules)) {
    if (forecastsHour !== undefined) return atUtcHour(forecastsHour);
    const kind = guessKind(series);
    const text = quantityOf(series) ?? `${series.code} ${series.description}`;
    if (kind === 'wind' || kind === 'solar' || /product|generation/i.test(text)) {
      return atMarketMinute(PRODUCTION_MINUTE);
    }
    return kind === 'load' ? atMarketMinute(LOAD_MINUTE) : atUtcHour(OTHER_FORECASTS_HOUR);
  }
  const isPrice = guessKind(series) === 'price';
  const isLate = LATE_PRICES.test(`${series.code} ${series.description}`);
  return isPrice && !isLate ? atUtcHour(PRICES_HOUR) : undefined;
}

/**
 * Whether values are forecasts by others. A driver that a definition names is one, unless its code says that it is
 * measured, or runs carry it on: then its stored values are what came true.
 */
function isForecast(series: SeriesRecord, { named = [] }: PublicationRules): boolean {
  if (isForecastByOthers(series)) return true;
  if (!named.includes(series.code) || series.runFirstIndex !== null) return false;
  const quantity = quantityOf(series);
  const isOfScheme = quantity !== undefined && MEASURED.test(quantity);
  return !isOfScheme && guessKind(series) !== 'price';
}

const MEASURED = /^(?:cons|production|wind|solar|temp|windspeed|radiation)/;
