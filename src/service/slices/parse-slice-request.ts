// The fields of a request for a slice: everything that can be refused before a series is looked at.

import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { CURRENCIES, type Currency, findCurrency } from '#core/market/currency';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment } from '#core/time/moment';
import { findZone, type Zone } from '#core/time/zone';
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
  readonly actual?: string | undefined;
}

export interface SliceRequest {
  readonly series: SeriesRequest;
  /** How far ahead, or the one interval that is wanted of all runs. */
  readonly lead: Lead | { readonly delivery: Moment };
  readonly selectors: RunSelectors;
  readonly pick: Preference;
  readonly currency: Currency | undefined;
  readonly hasBands: boolean;
  readonly hasActual: boolean;
}

const LEADS = ['daysAhead', 'hoursAhead', 'delivery'] as const;
const PICKS: readonly Preference[] = ['latest', 'earliest'];
const SWITCHES = ['true', 'false'];
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

export function parseSliceRequest(
  asked: SeriesAsked,
  fields: SliceFields,
  context: ServiceContext,
  now: Instant,
): SliceRequest {
  const faults = new FaultCollector();
  const minute = (field: 'issuedAt' | 'issuedBefore' | 'issuedAfter' | 'knownBy') =>
    faults.check(() => parseTimeOfDay(fields[field], field));
  const series = faults.check(() => parseSeriesRequest(asked, context, now));
  const lead = faults.check(() => parseLead(fields, now, context.zone));
  const zone = faults.check(() => parseZone(fields.zone)) ?? context.zone;
  const times = {
    issuedAt: minute('issuedAt'),
    issuedBefore: minute('issuedBefore'),
    issuedAfter: minute('issuedAfter'),
    knownBy: minute('knownBy'),
  };
  const pick = faults.check(() => parseOneOf(fields.pick, 'pick', PICKS)) ?? 'latest';
  const currency = faults.check(() => parseCurrency(fields.currency));
  const bands = faults.check(() => parseOneOf(fields.bands, 'bands', SWITCHES));
  const actual = faults.check(() => parseOneOf(fields.actual, 'actual', SWITCHES));
  faults.throwIfAny();
  refuseContradiction(times);
  return {
    series: series!,
    lead: lead!,
    selectors: { zone, ...times, source: given(fields.source) },
    pick,
    currency,
    hasBands: bands === 'true',
    hasActual: actual === 'true',
  };
}

/** The text of a field, or undefined if it is left out or blank. */
const given = (text: string | undefined): string | undefined => text?.trim() || undefined;

function parseLead(fields: SliceFields, now: Instant, zone: Zone): SliceRequest['lead'] {
  const named = LEADS.filter((name) => given(fields[name]) !== undefined);
  const [name] = named;
  if (name === undefined || named.length > 1) {
    const detail = named.length === 0 ? 'none is given' : `${named.join(' and ')} are given`;
    throw refuseField(
      name === undefined ? 'field_missing' : 'field_invalid',
      name ?? 'daysAhead',
      `exactly one of ${LEADS.join(', ')} is needed; ${detail}`,
      [...LEADS],
    );
  }
  const text = given(fields[name])!;
  if (name === 'delivery') return { delivery: parseMoment(text, name, now, zone, 'first') };
  const most = name === 'daysAhead' ? MOST_DAYS_AHEAD : MOST_HOURS_AHEAD;
  if (!/^\d{1,3}$/.test(text) || Number(text) > most)
    throw refuseField('field_invalid', name, `not a whole number: ${quoteGiven(text)}`, [
      `0 to ${most}`,
    ]);
  return name === 'daysAhead' ? { daysAhead: Number(text) } : { hoursAhead: Number(text) };
}

/** Reads `06:00` as minutes after midnight. */
function parseTimeOfDay(text: string | undefined, field: string): number | undefined {
  const time = given(text);
  if (time === undefined) return undefined;
  const [, hours, minutes] = TIME_OF_DAY.exec(time) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  throw refuseField('field_invalid', field, `not a time of day: ${quoteGiven(time)}`, [
    '00:00 to 23:59',
  ]);
}

function parseZone(text: string | undefined): Zone | undefined {
  const name = given(text);
  if (name === undefined) return undefined;
  const zone = findZone(name);
  if (zone) return zone;
  throw refuseField('field_invalid', 'zone', `unknown time zone ${quoteGiven(name)}`, [
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
  const message = `unknown ${field} ${quoteGiven(word)}${didYouMean(word, allowed)}`;
  throw refuseField('field_invalid', field, message, [...allowed]);
}

function parseCurrency(text: string | undefined): Currency | undefined {
  const code = given(text);
  if (code === undefined) return undefined;
  const currency = findCurrency(code);
  if (currency) return currency;
  const message = `unknown currency ${quoteGiven(code)}${didYouMean(code, CURRENCIES)}`;
  throw refuseField('field_invalid', 'currency', message, [...CURRENCIES]);
}

/** Refuses times of day that no run can fit. */
function refuseContradiction({
  issuedAt,
  issuedBefore,
  issuedAfter,
}: Pick<RunSelectors, 'issuedAt' | 'issuedBefore' | 'issuedAfter'>): void {
  const first = Math.max(issuedAt ?? 0, issuedAfter ?? 0);
  const last = Math.min(issuedAt ?? Number.POSITIVE_INFINITY, (issuedBefore ?? 24 * 60) - 1);
  if (first <= last) return;
  const field = issuedBefore === undefined ? 'issuedAfter' : 'issuedBefore';
  const message = 'no time of day is at issuedAt, before issuedBefore and at or after issuedAfter';
  throw refuseField('field_invalid', field, message);
}
