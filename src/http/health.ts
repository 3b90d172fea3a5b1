// For the machines that watch the server: alive, ready, and figures.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { documented } from '#http/documented';
import type { Metrics } from '#http/metrics';
import type { ServerParts } from '#http/server-parts';

export function addHealthRoutes(
  app: FastifyInstance,
  { store }: ServerParts,
  metrics: Metrics,
): void {
  const config = { access: 'public', isProbe: true } as const;
  const status = Type.Object({ status: Type.String({ examples: ['ok'] }) });
  const tag = 'Operation';

  app.get('/healthz', {
    config,
    schema: documented({
      tag,
      access: 'public',
      summary: 'Whether the process is alive',
      answer: status,
      refuses: [],
    }),
    handler: async () => ({ status: 'ok' }),
  });
  app.get('/readyz', {
    config,
    schema: documented({
      tag,
      access: 'public',
      summary: 'Whether the store answers',
      answer: status,
      refuses: ['store_unavailable'],
    }),
    handler: async () => {
      await store.ping();
      return { status: 'ready' };
    },
  });
  app.get('/metrics', {
    config,
    schema: documented({
      tag,
      access: 'public',
      summary: 'Prometheus metrics',
      produces: { 'text/plain': { schema: { type: 'string' } } },
      refuses: [],
    }),
    handler: async (_request, reply) =>
      reply
        .header('content-type', metrics.registry.contentType)
        .send(await metrics.registry.metrics()),
  });
}
