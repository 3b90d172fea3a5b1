// Probes for the machines that watch the server: alive, ready, and figures.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Metrics, readFigures, writeFigures } from '#http/figures/metrics';
import { addCacheFigures } from '#http/health/cache-figures';
import { addStoreFigures } from '#http/health/store-figures';
import { addRoute } from '#http/openapi/route';
import type { HealthParts } from '#http/request/server-parts';

const STATUS = Type.Object({ status: Type.String({ examples: ['ok'] }) });

export function addHealthRoutes(
  app: FastifyInstance,
  { store, answers, peers }: HealthParts,
  { registry }: Metrics,
): void {
  addCacheFigures(registry, { store, answers });
  addStoreFigures(registry, { store });
  peers?.offerFigures(() => readFigures(registry));
  const probe = { method: 'GET', access: 'public', isProbe: true, tag: 'Operation' } as const;

  addRoute(app, {
    ...probe,
    url: '/healthz',
    summary: 'Whether the process is alive',
    answer: STATUS,
    refuses: [],
    handler: async () => ({ status: 'ok' }),
  });
  addRoute(app, {
    ...probe,
    url: '/readyz',
    summary: 'Whether the store answers',
    answer: STATUS,
    refuses: ['store_unavailable'],
    handler: async () => {
      await store.ping();
      return { status: 'ready' };
    },
  });
  addRoute(app, {
    ...probe,
    url: '/metrics',
    summary: 'Prometheus metrics',
    produces: { 'text/plain': { schema: { type: 'string' } } },
    refuses: [],
    handler: async (_request, reply) =>
      reply
        .header('content-type', registry.contentType)
        .send(peers ? await writeFigures(await peers.collectFigures()) : await registry.metrics()),
  });
}
