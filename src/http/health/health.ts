// For the machines that watch the server: alive, ready, and figures.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Metrics, readFigures, writeFigures } from '#http/figures/metrics';
import { addCacheFigures } from '#http/health/cache-figures';
import { addStoreFigures } from '#http/health/store-figures';
import { documented } from '#http/openapi/documented';
import type { ServerParts } from '#http/request/server-parts';

export function addHealthRoutes(
  app: FastifyInstance,
  { store, peers, ...parts }: ServerParts,
  { registry }: Metrics,
): void {
  addCacheFigures(registry, { store, answers: parts.answers });
  addStoreFigures(registry, { store });
  peers?.offerFigures(() => readFigures(registry));
  const config = { access: 'public', isProbe: true } as const;
  const status = Type.Object({ status: Type.String({ examples: ['ok'] }) });
  const tag = 'Operation';

  app.get('/healthz', {
    config,
    schema: documented({
      tag,
      access: 'public',
      isProbe: true,
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
      isProbe: true,
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
      isProbe: true,
      summary: 'Prometheus metrics',
      produces: { 'text/plain': { schema: { type: 'string' } } },
      refuses: [],
    }),
    handler: async (_request, reply) =>
      reply
        .header('content-type', registry.contentType)
        .send(peers ? await writeFigures(await peers.collectFigures()) : await registry.metrics()),
  });
}
