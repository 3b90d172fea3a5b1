// The fields of a request for values: read, or refused naming each field at fault.

import {
  MAX_SERIES_PER_REQUEST,
  type SeriesBody,
  type SeriesMultiBody,
} from '#contract/fundamental';
import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { findZone, type Zone } from '#core/time/zone';
import { parseAsOf, type ServiceContext } from '#service/context';
import {
  parseSeriesRequest,
  type SeriesFieldNames,
  type SeriesRequest,
} from '#service/series/parse-series-request';

const NAMES: SeriesFieldNames = {
  seriesId: 'SeriesId',
  from: 'FromDateTime',
  to: 'ToDateTime',
  resolution: 'Resolution',
  aggregation: 'Aggregation',
};

interface SeriesBodyFields {
  /** One for each identifier. */
  readonly requests: readonly SeriesRequest[];
  /** The zone of the keys; undefined for the market's. */
  readonly keys: Zone | undefined;
  /** Undefined for the present. */
  readonly asOf: Instant | undefined;
}

export const readSeriesBody = (
  body: SeriesBody,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields => readFields(body, [body.SeriesId], () => 'SeriesId', context, now);

export const readSeriesMultiBody = (
  body: SeriesMultiBody,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields =>
  readFields(body, requireIds(body.SeriesIds), (i) => `SeriesIds.${i}`, context, now);

/** Reads the fields. As of an earlier instant, keywords go by the clock of that instant. */
function readFields(
  body: Omit<SeriesBody, 'SeriesId'>,
  ids: readonly (string | undefined)[],
  idField: (i: number) => string,
  context: ServiceContext,
  now: Instant,
): SeriesBodyFields {
  const faults = new FaultCollector();
  const keys = faults.check(() => parseTimeZone(body.TimeZone));
  const asOf = faults.check(() => parseAsOf(body.AsOf, 'AsOf', now, context.zone));
  const requests = faults.check(() =>
    ids.map((seriesId, i) =>
      parseSeriesRequest(
        {
          seriesId,
          from: body.FromDateTime,
          to: body.ToDateTime,
          resolution: body.Resolution,
          aggregation: body.Aggregation,
          names: { ...NAMES, seriesId: idField(i) },
        },
        context,
        asOf ?? now,
      ),
    ),
  );
  faults.throwIfAny();
  return { requests: requests!, keys, asOf };
}

function requireIds(ids: readonly string[] | undefined): readonly string[] {
  if (ids === undefined)
    throw refuseField('field_missing', 'SeriesIds', 'an array of identifiers is needed');
  if (ids.length <= MAX_SERIES_PER_REQUEST) return ids;
  const message = `${ids.length} identifiers were given; at most ${MAX_SERIES_PER_REQUEST} are allowed`;
  throw refuseField('field_invalid', 'SeriesIds', message);
}

function parseTimeZone(given: string | undefined): Zone | undefined {
  if (given === undefined || given.trim() === '') return undefined;
  const zone = findZone(given.trim());
  if (zone) return zone;
  const message = `unknown time zone ${quoteGiven(given)}`;
  throw refuseField('field_invalid', 'TimeZone', message, [
    'UTC',
    'an IANA name such as Europe/Oslo',
  ]);
}
