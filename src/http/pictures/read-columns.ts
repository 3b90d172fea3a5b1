// The values of a series for a panel, as GET /api/v1/series/{seriesId} answers them to the link's owner.

import type { Caller } from '#accounts/authenticate';
import type { SeriesColumns } from '#contract/forecast';
import { Refusal } from '#core/errors';
import type { Instant } from '#core/time/instant';
import { type DetailQuery, readDetail } from '#http/request/read-detail';
import { seriesColumns } from '#http/writers/series-columns';
import { parseAsOf, type ServiceContext } from '#service/context';
import { readFromOneState } from '#service/one-state';
import { parseSeriesRequest } from '#service/series/parse-series-request';
import { readTask } from '#service/series/read-series';
import { settleSeries } from '#service/series/settle-series';

/** Whose rights a panel is read with, from which store and at what time. */
export interface PanelReading {
  readonly caller: Caller;
  readonly context: ServiceContext;
  readonly now: Instant;
}

export interface ColumnsQuery extends DetailQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly resolution?: string | undefined;
  readonly aggregation?: string | undefined;
  readonly currency?: string | undefined;
  readonly asOf?: string | undefined;
}

const NAMES = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

/** The most points of a line: a picture has at most 2,000 columns of pixels. */
export const MOST_POINTS = 10_000;

/** What is tried for a line that has too many points in its own resolution. */
const COARSER = ['hour', 'day', 'week', 'month', 'year'];

/** Reads a line. One with too many points is read by the first coarser resolution that fits. */
export async function readColumns(
  seriesId: string,
  query: ColumnsQuery,
  reading: PanelReading,
): Promise<SeriesColumns> {
  const { caller } = reading;
  const pointsPerAnswer = Math.min(caller.plan.pointsPerAnswer, MOST_POINTS);
  const bounded = { ...reading, caller: { ...caller, plan: { ...caller.plan, pointsPerAnswer } } };
  const asked = COARSER.indexOf(query.resolution ?? '');
  let refusal: unknown;
  for (const coarser of [undefined, ...COARSER.slice(asked + 1)]) {
    try {
      return await readOnce(
        seriesId,
        coarser ? { ...query, resolution: coarser, counts: 'true' } : query,
        bounded,
      );
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'too_many_points')) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function readOnce(
  seriesId: string,
  { from, to, resolution, aggregation, currency, asOf: when, ...detail }: ColumnsQuery,
  { caller, context, now }: PanelReading,
): Promise<SeriesColumns> {
  const asOf = parseAsOf(when, 'asOf', now, context.zone);
  const asked = {
    ...{ seriesId, from: from || undefined, to: to || undefined },
    ...{ resolution, aggregation, currency, detail: readDetail(detail), names: NAMES },
  };
  const wanted = parseSeriesRequest(asked, context, asOf ?? now);
  const answer = await readFromOneState(context, asOf, 'asOf', async (past) =>
    readTask(await settleSeries(wanted, caller, past), past),
  );
  return seriesColumns(answer, context.zone);
}
