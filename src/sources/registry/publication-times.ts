// When others publish what: how far a series can be filled at a time, and which days it has at all.

import { dayOfCivil } from '#core/time/civil';
import { DAY_PERIODS } from '#core/time/grid';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { firstUnsetDay, isRateDay } from '#sources/ecb/ecb-calendar';
import { fileReaching } from '#sources/ecb/ecb-source';
import { findEntsoeDataset, type RunRule } from '#sources/entsoe/entsoe-datasets';

export interface FeedRule {
  /** First instant whose value cannot be out yet. */
  publishedUntil(now: Instant, zone: Zone): Instant;
  /** Whether a market day has a value at all; left out: every day has. */
  hasDay?(dayNumber: number): boolean;
  /** Market day from which on a feed is filled where the configuration does not say. */
  readonly firstDay?: number;
  /** For a service that gives whole files: the dataset that covers a span. One request has it all. */
  datasetFor?(span: Span, now: Instant, zone: Zone): string;
}

/** Auction results of tomorrow are out in the early afternoon, market time. */
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

/** Forecasts are out so many days before their day or week, at a time of the day. */
const forecast = ({ per, daysBefore, minuteOfDay: dueMinute }: RunRule): FeedRule => ({
  publishedUntil(now, zone) {
    const period = DAY_PERIODS[per];
    const lastOut = zone.dayOf(now) + daysBefore - (minuteOfDay(now, zone) >= dueMinute ? 0 : 1);
    // The newest period that begins no later than the last day that is out has all of its days.
    return zone.startOfDay(period.firstDay(period.ofDay(lastOut) + 1));
  },
});

const rates: FeedRule = {
  publishedUntil: (now, zone) => zone.startOfDay(firstUnsetDay(now)),
  hasDay: isRateDay,
  firstDay: dayOfCivil(1999, 1, 4),
  datasetFor: ({ start }, now, zone) => fileReaching(zone.dayOf(start), now),
};

/** What a feed without datasets of its own choice is called. */
export const WHOLE_FEED = 'rates';

/** Whether a configuration names datasets and areas of a source. */
export const hasChoice = (source: string): boolean => source !== 'ecb';

export function ruleOf(source: string, dataset: string): FeedRule {
  if (source === 'ecb') return rates;
  const row = source === 'entsoe' ? findEntsoeDataset(dataset) : undefined;
  if (row?.runs) return forecast(row.runs);
  if (row?.name === 'prices') return auctioned;
  return row?.name === 'reservoirs' ? weekly : measured;
}
