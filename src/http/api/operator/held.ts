// /api/operator/held: values that rules hold for review, and the review itself.

import type { FastifyInstance } from 'fastify';
import {
  HeldAccepted,
  HeldEntry,
  HeldQuery,
  HeldRejected,
  ReviewBody,
} from '#contract/operator-review';
import { Type } from '#contract/schema';
import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';
import { findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { SeriesWriter } from '#store/series-store';

const PATH = '/api/operator/held';
const LARGEST_LIMIT = 10_000;
const DEFAULT_LIMIT = 1_000;

export function addHeldRoutes(
  app: FastifyInstance,
  parts: OperatorParts,
  writes: IdempotentWrites,
): void {
  addHeldList(app, parts);
  addAccepting(app, parts.context.zone, writes);
  addRejecting(app, parts.context.zone, writes);
}

function addHeldList(app: FastifyInstance, { store, context }: OperatorParts): void {
  addOperatorRead<{ Querystring: HeldQuery }>(app, {
    url: PATH,
    summary: 'Values that rules hold for review, by series and time',
    querystring: HeldQuery,
    answer: Type.Array(HeldEntry),
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: async ({ query }) => {
      const limit = parseCount(query.limit, 'limit', LARGEST_LIMIT) ?? DEFAULT_LIMIT;
      const id = query.series === undefined ? undefined : parseSeriesId(query.series, 'series');
      const series = id && (await findSeriesOrRefuse(store, id, 'series'));
      const held = await store.listHeld({ limit, ...(series ? { key: series.key } : {}) });
      const { withTimes } = await loadReview();
      return (await withTimes(store, held, context.zone)).map((one) => ({
        series: one.code,
        time: formatUtc(one.at),
        value: one.value,
        reason: one.reason,
        heldSince: formatUtc(one.heldAt),
        entry: one.entryId,
      }));
    },
  });
}

/** Loaded with the first look at held values: a dozen modules that most requests do not need. */
const loadReview = () => import('#service/operator/operator-review');

const REVIEW = { body: ReviewBody, refuses: ['series_unknown', 'span_reversed'] } as const;

function addAccepting(app: FastifyInstance, zone: Zone, writes: IdempotentWrites): void {
  addOperatorWrite<{ Body: ReviewBody }>(app, {
    ...REVIEW,
    refuses: [...REVIEW.refuses, 'series_computed'],
    method: 'POST',
    url: `${PATH}/accept`,
    summary: 'Write held values in spite of the rule',
    answer: HeldAccepted,
    handler: (request, reply) =>
      writes.writeSeries(request, reply, {
        kind: 'review',
        name: `${parseSeriesId(request.body.series, 'series')}: accepted`,
        work: async (writer) => {
          const done = await review(writer, request.body, zone, request.now, true);
          const { reviewed, added, changed, same } = done;
          return { accepted: reviewed, new: added, changed, same };
        },
      }),
  });
}

function addRejecting(app: FastifyInstance, zone: Zone, writes: IdempotentWrites): void {
  addOperatorWrite<{ Body: ReviewBody }>(app, {
    ...REVIEW,
    method: 'POST',
    url: `${PATH}/reject`,
    summary: 'Forget held values',
    answer: HeldRejected,
    handler: (request, reply) =>
      writes.writeSeries(request, reply, {
        kind: 'review',
        name: `${parseSeriesId(request.body.series, 'series')}: rejected`,
        work: async (writer) => {
          const { reviewed } = await review(writer, request.body, zone, request.now, false);
          return { rejected: reviewed };
        },
      }),
  });
}

async function review(
  writer: SeriesWriter,
  { series: given, ...choice }: ReviewBody,
  zone: Zone,
  now: Instant,
  isAccepted: boolean,
) {
  const series = await findSeriesOrRefuse(writer, parseSeriesId(given, 'series'), 'series');
  const { reviewHeld } = await loadReview();
  return reviewHeld(writer, series, { choice, isAccepted, now }, zone);
}
