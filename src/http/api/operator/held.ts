// /api/operator/held: values that rules kept out, and what becomes of them.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { HeldAccepted, HeldEntry, HeldQuery, HeldRejected, ReviewBody } from '#contract/operator';
import { formatUtc } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/answer-once';
import { documentRead, documentWrite, OPERATOR } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { ServerParts } from '#http/request/server-parts';
import { reviewHeld, withTimes } from '#service/operator/operator-review';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { SeriesWriter } from '#store/series-store';

const LARGEST_LIMIT = 10_000;
const DEFAULT_LIMIT = 1_000;

export function addHeldRoutes(
  app: FastifyInstance,
  { store, context }: ServerParts,
  desk: IdempotentWrites,
): void {
  const { zone } = context;

  app.get<{ Querystring: HeldQuery }>('/api/operator/held', {
    config: OPERATOR,
    schema: documentRead({
      summary: 'Values that rules kept out, by series and time',
      querystring: HeldQuery,
      answer: Type.Array(HeldEntry),
      refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    }),
    handler: async ({ query }) => {
      const limit = parseCount(query.limit, 'limit', LARGEST_LIMIT) ?? DEFAULT_LIMIT;
      const id = query.series === undefined ? undefined : parseSeriesId(query.series, 'series');
      const series = id && (await findSeriesOrRefuse(store, id, 'series'));
      const held = await store.listHeld({ limit, ...(series ? { key: series.key } : {}) });
      return (await withTimes(store, held, zone)).map((one) => ({
        series: one.code,
        time: formatUtc(one.at),
        value: one.value,
        reason: one.reason,
        heldSince: formatUtc(one.heldAt),
        entry: one.entryId,
      }));
    },
  });

  const review = async (
    writer: SeriesWriter,
    { series: given, ...choice }: ReviewBody,
    now: number,
    isAccepted: boolean,
  ) => {
    const series = await findSeriesOrRefuse(writer, parseSeriesId(given, 'series'), 'series');
    return reviewHeld(writer, series, choice, zone, now, isAccepted);
  };
  const shared = {
    body: ReviewBody,
    refuses: ['series_unknown', 'span_reversed'],
  } as const;

  app.post<{ Body: ReviewBody }>('/api/operator/held/accept', {
    config: OPERATOR,
    schema: documentWrite({
      ...shared,
      summary: 'Write held values, whatever the rule says of them',
      answer: HeldAccepted,
    }),
    handler: (request, reply) =>
      desk.writeSeries(request, reply, {
        kind: 'review',
        name: `${parseSeriesId(request.body.series, 'series')}: accepted`,
        work: async (writer) => {
          const done = await review(writer, request.body, request.now, true);
          const { reviewed, added, changed, same } = done;
          return { accepted: reviewed, new: added, changed, same };
        },
      }),
  });

  app.post<{ Body: ReviewBody }>('/api/operator/held/reject', {
    config: OPERATOR,
    schema: documentWrite({ ...shared, summary: 'Forget held values', answer: HeldRejected }),
    handler: (request, reply) =>
      desk.writeSeries(request, reply, {
        kind: 'review',
        name: `${parseSeriesId(request.body.series, 'series')}: rejected`,
        work: async (writer) => {
          const { reviewed } = await review(writer, request.body, request.now, false);
          return { rejected: reviewed };
        },
      }),
  });
}
