// POST /api/operator/series/{code}/runs: one forecast run.

import type { FastifyInstance } from 'fastify';
import { CodeParams, RunBody, RunWritten } from '#contract/operator';
import { formatUtc } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addDataWrite } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import { VALUES_LIMIT } from '#http/api/operator/values';
import type { OperatorParts } from '#http/request/server-parts';
import { findSeriesOrRefuse } from '#service/series/find-series';

export function addRunRoute(
  app: FastifyInstance,
  { context }: OperatorParts,
  writes: IdempotentWrites,
): void {
  addDataWrite<{ Params: CodeParams; Body: unknown }>(app, {
    method: 'POST',
    url: '/api/operator/series/:code/runs',
    bodyLimit: VALUES_LIMIT,
    // The service checks the body: it stops at the first bad value.
    validatorCompiler: () => () => true,
    summary: 'Write a forecast run of a series',
    description: 'A run of the same analyzedTime is replaced, with its bands.',
    params: CodeParams,
    body: RunBody,
    answer: RunWritten,
    refuses: ['series_unknown'],
    handler: (request, reply) => {
      const code = codeOf(request);
      const { now } = request;
      return writes.writeSeries(request, reply, {
        kind: 'runs',
        name: code,
        work: async (writer) => {
          const { readRunBody } = await import('#service/operator/operator-runs');
          const series = await findSeriesOrRefuse(writer, code, 'code');
          const { run, bands } = readRunBody(request.body, series, context.zone, now);
          const outcome = await writer.writeRun(series.key, run, now, undefined, bands);
          return {
            analyzedTime: formatUtc(run.analyzedAt),
            new: Number(outcome === 'added'),
            changed: Number(outcome === 'changed'),
            same: Number(outcome === 'same'),
          };
        },
      });
    },
  });
}
