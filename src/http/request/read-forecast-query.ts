// The query of a forecast request: what is asked for, and as of when.

import { FaultCollector } from '#core/fault-collector';
import type { Instant } from '#core/time/instant';
import { parseAsOf, type ServiceContext } from '#service/context';
import {
  type ForecastAsked,
  type ForecastRequest,
  parseForecastRequest,
} from '#service/forecasts/parse-forecast-request';

export interface ForecastQueryText extends ForecastAsked {
  readonly asOf?: string | undefined;
}

/** Reads the query; refuses naming every field at fault. `asOf` is undefined for the present. */
export function readForecastQuery(
  query: ForecastQueryText,
  now: Instant,
  { zone }: ServiceContext,
): { request: ForecastRequest; asOf: Instant | undefined } {
  const faults = new FaultCollector();
  const request = faults.check(() => parseForecastRequest(query));
  const asOf = faults.check(() => parseAsOf(query.asOf, 'asOf', now, zone));
  faults.throwIfAny();
  return { request: request!, asOf };
}
