// The fields of a request for a slice: everything that can be refused before a series is looked at.

import { type Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { CURRENCIES, type Currency, findCurrency } from '#core/market/currency';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment } from '#core/time/moment';
import { END_OF_DAY, readTimeBefore, readTimeOfDay } from '#core/time/time-of-day';
import { findZone, type Zone } from '#core/time/zone';
import { parseLevels, parsePercents } from '#core/values/parse-band-choice';
import type { BandChoice } from '#core/values/run-bands';
import {
  type Lead,
  MOST_DAYS_AHEAD,
  MOST_HOURS_AHEAD,
  type Preference,
  type RunSelectors,
} from '#core/values/slice-rule';
import type { ServiceContext } from '#service/context';
import {
  parseSeriesRequest,
  type SeriesAsked,
  type SeriesRequest,
} from '#service/series/parse-series-request';

/** The fields as text; an empty one counts as left out. */
export interface SliceFields {
  readonly daysAhead?: string | undefined;
  readonly hoursAhead?: string | undefined;
  readonly delivery?: string | undefined;
  readonly issuedAt?: string | undefined;
  readonly issuedBefore?: string | undefined;
  readonly issuedAfter?: string | undefined;
  readonly zone?: string | undefined;
  readonly source?: string | undefined;
  readonly knownBy?: string | undefined;
  readonly pick?: string | undefined;
  readonly currency?: string | undefined;
  readonly bands?: string | undefined;
  readonly level?: string | undefined;
  readonly quantile?: string | undefined;
  readonly actual?: string | undefined;
}

/** What a refusal calls each field: a query's field, or an option of the command line. */
export type SliceNames = Readonly<Record<keyof SliceFields, string>>;

const QUERY_NAMES: SliceNames = {
  daysAhead: 'daysAhead',
  hoursAhead: 'hoursAhead',
  delivery: 'delivery',
  issuedAt: 'issuedAt',
  issuedBefore: 'issuedBefore',
  issuedAfter: 'issuedAfter',
  zone: 'zone',
  source: 'source',
  knownBy: 'knownBy',
  pick: 'pick',
  currency: 'currency',
  bands: 'bands',
  level: 'level',
  quantile: 'quantile',
  actual: 'actual',
};

export interface SliceRequest {
  readonly series: SeriesRequest;
  readonly names: SliceNames;
  /** How far ahead, or the one interval that is wanted of all runs. */
  readonly lead: Lead | { readonly delivery: Moment };
  readonly selectors: RunSelectors;
  readonly pick: Preference;
  readonly currency: Currency | undefined;
  /** The bands and quantiles that are wanted; undefined: none. */
  readonly bands: BandChoice | undefined;
  readonly hasActual: boolean;
}

const LEADS = ['daysAhead', 'hoursAhead', 'delivery'] as const;
const PICKS: readonly Preference[] = ['latest', 'earliest'];
const SWITCHES = ['true', 'false'];

export function parseSliceRequest(
  asked: SeriesAsked,
  fields: SliceFields,
  context: ServiceContext,
  now: Instant,
  names: SliceNames = QUERY_NAMES,
): SliceRequest {
  const faults = new FaultCollector();
  const minute = (field: 'issuedAt' | 'issuedAfter' | 'knownBy') =>
    faults.check(() => parseTimeOfDay(fields[field], names[field], readTimeOfDay));
  const series = faults.check(() => parseSeriesRequest(asked, context, now));
  const lead = faults.check(() => parseLead(fields, names, now, context.zone));
  const zone = faults.check(() => parseZone(fields.zone, names.zone)) ?? context.zone;
  const times = {
    issuedAt: minute('issuedAt'),
    issuedBefore: faults.check(() => parseIssuedBefore(fields.issuedBefore, names.issuedBefore)),
    issuedAfter: minute('issuedAfter'),
    knownBy: minute('knownBy'),
  };
  const pick = faults.check(() => parseOneOf(fields.pick, names.pick, PICKS)) ?? 'latest';
  const currency = faults.check(() => parseCurrency(fields.currency, names.currency));
  const bands = faults.check(() => parseOneOf(fields.bands, names.bands, SWITCHES));
  const levels = faults.check(() => parseLevels(fields.level, names.level));
  const percents = faults.check(() => parsePercents(fields.quantile, names.quantile));
  const actual = faults.check(() => parseOneOf(fields.actual, names.actual, SWITCHES));
  faults.throwIfAny();
  refuseContradiction(times, names);
  return {
    series: series!,
    names,
    lead: lead!,
    selectors: { zone, ...times, source: given(fields.source) },
    pick,
    currency,
    bands: choiceOf(bands === 'true', levels, percents),
    hasActual: actual === 'true',
  };
}

/** The usual bands are wanted if no level is given. Quantiles alone bring no bands with them. */
function choiceOf(
  hasBands: boolean,
  levels: number[] | undefined,
  percents: number[] | undefined,
): BandChoice | undefined {
  if (!hasBands && !levels && !percents) return undefined;
  return { levels: levels ?? (hasBands ? undefined : []), percents: percents ?? [] };
}

/** The text of a field, or undefined if it is left out or blank. */
const given = (text: string | undefined): string | undefined => text?.trim() || undefined;

function parseLead(
  fields: SliceFields,
  names: SliceNames,
  now: Instant,
  zone: Zone,
): SliceRequest['lead'] {
  const found = LEADS.filter((lead) => given(fields[lead]) !== undefined);
  const [lead] = found;
  if (lead === undefined || found.length > 1) throw refuseLeads(found, names);
  const text = given(fields[lead])!;
  const name = names[lead];
  if (lead === 'delivery') return { delivery: parseMoment(text, name, now, zone, 'first') };
  const most = lead === 'daysAhead' ? MOST_DAYS_AHEAD : MOST_HOURS_AHEAD;
  if (!/^\d{1,3}$/.test(text) || Number(text) > most)
    throw refuseField('field_invalid', name, `not a whole number: ${quoteGiven(text)}`, [
      `0 to ${most}`,
    ]);
  return lead === 'daysAhead' ? { daysAhead: Number(text) } : { hoursAhead: Number(text) };
}

/** The refusal of a request that says in no way how far ahead, or in several. */
function refuseLeads(found: readonly (typeof LEADS)[number][], names: SliceNames): Refusal {
  const allowed = LEADS.map((lead) => names[lead]);
  const given = found.map((lead) => names[lead]);
  const detail = given.length === 0 ? 'none is given' : `${given.join(' and ')} are given`;
  return refuseField(
    given.length === 0 ? 'field_missing' : 'field_invalid',
    given[0] ?? names.daysAhead,
    `exactly one of ${allowed.join(', ')} is needed; ${detail}`,
    allowed,
  );
}

/** Reads the time of day before which runs were issued; `24:00` leaves out none. */
export const parseIssuedBefore = (text: string | undefined, field: string): number | undefined =>
  parseTimeOfDay(text, field, readTimeBefore, '00:01 to 24:00');

/** Reads `06:00` as minutes after midnight. */
function parseTimeOfDay(
  text: string | undefined,
  field: string,
  read: (time: string) => number | undefined,
  allowed = '00:00 to 23:59',
): number | undefined {
  const time = given(text);
  if (time === undefined) return undefined;
  const minutes = read(time);
  if (minutes !== undefined) return minutes;
  throw refuseField('field_invalid', field, `not a time of day: ${quoteGiven(time)}`, [allowed]);
}

function parseZone(text: string | undefined, field: string): Zone | undefined {
  const name = given(text);
  if (name === undefined) return undefined;
  const zone = findZone(name);
  if (zone) return zone;
  throw refuseField('field_invalid', field, `unknown time zone ${quoteGiven(name)}`, [
    'an IANA name such as Europe/Berlin, or UTC',
  ]);
}

function parseOneOf<T extends string>(
  text: string | undefined,
  field: string,
  allowed: readonly T[],
): T | undefined {
  const word = given(text)?.toLowerCase();
  if (word === undefined) return undefined;
  const found = allowed.find((one) => one === word);
  if (found !== undefined) return found;
  const what = field.replace(/^--/, '');
  const message = `unknown ${what} ${quoteGiven(word)}${didYouMean(word, allowed)}`;
  throw refuseField('field_invalid', field, message, [...allowed]);
}

function parseCurrency(text: string | undefined, field: string): Currency | undefined {
  const code = given(text);
  if (code === undefined) return undefined;
  const currency = findCurrency(code);
  if (currency) return currency;
  const message = `unknown currency ${quoteGiven(code)}${didYouMean(code, CURRENCIES)}`;
  throw refuseField('field_invalid', field, message, [...CURRENCIES]);
}

/** Refuses times of day that no run can fit. */
function refuseContradiction(
  {
    issuedAt,
    issuedBefore,
    issuedAfter,
  }: Pick<RunSelectors, 'issuedAt' | 'issuedBefore' | 'issuedAfter'>,
  names: SliceNames,
): void {
  const first = Math.max(issuedAt ?? 0, issuedAfter ?? 0);
  const last = Math.min(issuedAt ?? Number.POSITIVE_INFINITY, (issuedBefore ?? END_OF_DAY) - 1);
  if (first <= last) return;
  const field = issuedBefore === undefined ? names.issuedAfter : names.issuedBefore;
  const message = `no time of day is at ${names.issuedAt}, before ${names.issuedBefore} and at or after ${names.issuedAfter}`;
  throw refuseField('field_invalid', field, message);
}
