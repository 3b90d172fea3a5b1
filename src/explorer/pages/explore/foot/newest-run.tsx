// The newest forecast run in small: tomorrow's values, their mean, and the way to all runs.

import type { ForecastQuery } from '#contract/forecast';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { sparkPath } from '#explorer/parts/kept/spark-path.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { forecasts } from '#explorer/state/forecasts.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { TimeZoneChoice } from '#view/address/range-address';
import { readInstant } from '#view/values/series-facts';
import { formatDay, formatMoment } from '#view/values/time-text';
import { formatValue } from '#view/values/value-text';

interface NewestRunProps {
  readonly area: string;
  readonly category: string;
  readonly now: Instant;
  readonly market: Zone;
  /** The zone in which times are shown. */
  readonly zone: Zone;
  readonly zoneChoice: TimeZoneChoice;
  /** The time whose knowledge is shown, as typed. */
  readonly asOf: string | undefined;
}

const [WIDTH, HEIGHT] = [260, 64];

export function NewestRun(props: NewestRunProps) {
  const { area, category, now, market, zone, zoneChoice, asOf } = props;
  const tomorrow = market.dayOf(now) + 1;
  const query = {
    area,
    balanceCategory: category,
    startDate: formatUtc(market.startOfDay(tomorrow)),
    endDate: formatUtc(market.startOfDay(tomorrow + 1) - SECOND_MS),
    ...(asOf && { asOf }),
  };
  // A series without a run is no fault: the card is left out.
  const { data } = useRequest(JSON.stringify(query), async (signal) => {
    // Then the series may have had no run yet, which would be refused.
    if (asOf && (await issueTimesAsOf(query, signal)).length === 0) return undefined;
    return forecasts.shortTerm(query, { signal });
  });
  if (!data || data.data.length === 0 || data.data[0]!.area !== area) return null;
  const values = data.data.map(({ value }) => value);
  return (
    <section className="card" aria-labelledby="run-title">
      <h2 id="run-title">{asOf ? 'Newest run of then' : 'Newest run'}</h2>
      <p className="small dim">made {formatMoment(readInstant(data.analyzedTime), zone)}</p>
      <p className="explore-run-mean">
        <strong className="figure">{formatValue(meanOf(values))}</strong>{' '}
        <span className="dim">
          {data.data[0]!.unit}, mean of {formatDay(tomorrow)}
        </span>
      </p>
      <svg
        className="explore-spark"
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={sparkPath(values, WIDTH, HEIGHT)} vectorEffect="non-scaling-stroke" />
      </svg>
      <ViewLink
        to={{
          page: 'forecasts',
          area,
          category,
          source: '',
          beside: [],
          run: '',
          hour: '',
          bands: true,
          zone: zoneChoice,
        }}
      >
        All runs of {area}
      </ViewLink>
    </section>
  );
}

const issueTimesAsOf = (
  { area, balanceCategory, asOf }: Pick<ForecastQuery, 'area' | 'balanceCategory' | 'asOf'>,
  signal: AbortSignal,
): Promise<string[]> => forecasts.issueTimes({ area, balanceCategory, asOf }, { signal });

function meanOf(values: readonly (number | null)[]): number {
  const present = values.filter((value) => value !== null);
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}
