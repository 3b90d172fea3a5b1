// When other services publish: up to which time a series can be filled, and which days have values.

import { dayOfCivil } from '#core/time/civil';
import { DAY_PERIODS } from '#core/time/grid';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { firstUnsetDay, isRateDay } from '#sources/ecb/ecb-calendar';
import { fileReaching } from '#sources/ecb/ecb-source';
import { findEntsoeDataset, type RunRule } from '#sources/entsoe/entsoe-datasets';

export interface FeedRule {
  /** The first instant whose value cannot be published yet. */
  publishedUntil(now: Instant, zone: Zone): Instant;
  /** Whether a market day has a value. Left out: every day has one. */
  hasDay?(dayNumber: number): boolean;
  /** The market day from which a feed is filled if the configuration does not say. */
  readonly firstDay?: number;
  /** The dataset that covers a span, for a service of whole files. One request has all of it. */
  datasetFor?(span: Span, now: Instant, zone: Zone): string;
  /** The source of the feed's runs. Left out: the name of the source that is asked. */
  readonly runSource?: string;
}

/** Auction results for tomorrow are published in the early afternoon, market time. */
const AUCTION_MINUTE = 13 * 60;
/** Measured values are due an hour after their interval. */
const MEASURED_LAG_MS = HOUR_MS;
/** Reservoirs are due on the third working day after their week. */
const RESERVOIR_LAG_DAYS = 4;

const minuteOfDay = (now: Instant, zone: Zone): number => {
  const wallMs = now + zone.offsetAt(now);
  return Math.floor((wallMs - Math.floor(wallMs / DAY_MS) * DAY_MS) / MINUTE_MS);
};

const measured: FeedRule = {
  publishedUntil: (now) => Math.floor((now - MEASURED_LAG_MS) / HOUR_MS) * HOUR_MS,
};

const auctioned: FeedRule = {
  publishedUntil: (now, zone) =>
    zone.startOfDay(zone.dayOf(now) + (minuteOfDay(now, zone) >= AUCTION_MINUTE ? 2 : 1)),
};

const weekly: FeedRule = {
  publishedUntil(now, zone) {
    const { week } = DAY_PERIODS;
    return zone.startOfDay(week.firstDay(week.ofDay(zone.dayOf(now) - RESERVOIR_LAG_DAYS)));
  },
};

/** Forecasts are published some days before their day or week, at a time of the day. */
const forecast = ({ per, daysBefore, minuteOfDay: dueMinute }: RunRule): FeedRule => ({
  publishedUntil(now, zone) {
    const period = DAY_PERIODS[per];
    const lastPublished =
      zone.dayOf(now) + daysBefore - (minuteOfDay(now, zone) >= dueMinute ? 0 : 1);
    // All days of a period are published together: up to the end of the newest one that has begun by then.
    return zone.startOfDay(period.firstDay(period.ofDay(lastPublished) + 1));
  },
});

const rates: FeedRule = {
  publishedUntil: (now, zone) => zone.startOfDay(firstUnsetDay(now)),
  hasDay: isRateDay,
  firstDay: dayOfCivil(1999, 1, 4),
  datasetFor: ({ start }, now, zone) => fileReaching(zone.dayOf(start), now),
};

/** Today and the two days after it: a run of a weather model is newer and reaches farther. */
const WEATHER_DAYS = 3;

const weather = (source: string, model: string): FeedRule => ({
  publishedUntil: (now, zone) => zone.startOfDay(zone.dayOf(now) + WEATHER_DAYS),
  runSource: `${source}-${model}`,
});

/** The name of a feed of a source without a choice of datasets. */
export const WHOLE_FEED = 'rates';

/** Whether a configuration names datasets and areas of a source. */
export const hasChoice = (source: string): boolean => source !== 'ecb';

export function ruleOf(source: string, dataset: string): FeedRule {
  if (source === 'ecb') return rates;
  if (source === 'open-meteo') return weather(source, dataset);
  const row = source === 'entsoe' ? findEntsoeDataset(dataset) : undefined;
  if (row?.runs) return forecast(row.runs);
  if (row?.name === 'prices') return auctioned;
  return row?.name === 'reservoirs' ? weekly : measured;
}
