// Probes for the machines that watch the server: alive, ready, and figures.

import type { FastifyInstance } from 'fastify';
import { Type } from '#contract/schema';
import { allowCoding } from '#http/answer/content-coding';
import { keepText } from '#http/figures/kept-text';
import { type Metrics, writeFigures } from '#http/figures/metrics';
import { addAlertFigures } from '#http/health/data-figures';
import { addCacheFigures, addStoreFigures } from '#http/health/store-figures';
import { addRoute } from '#http/openapi/route';
import { requireMetricsAccess } from '#http/request/metrics-access';
import type { ConnectionParts, HealthParts } from '#http/request/server-parts';

const FIGURES_KEPT_MS = 1_000;
const FIGURES_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const STATUS = Type.Object({ status: Type.String({ examples: ['ok'] }) });

export function addHealthRoutes(
  app: FastifyInstance,
  parts: HealthParts & Pick<ConnectionParts, 'trustProxy'>,
  metrics: Metrics,
): void {
  const { store, answers, peers } = parts;
  addCacheFigures(metrics.own, { store, answers });
  addStoreFigures(metrics.own, { store });
  addAlertFigures(metrics.own, { store });
  peers?.offerFigures(() => metrics.read());
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
  addMetricsRoute(app, parts, metrics);
}

function addMetricsRoute(
  app: FastifyInstance,
  parts: HealthParts & Pick<ConnectionParts, 'trustProxy'>,
  metrics: Metrics,
): void {
  const { peers, metricsAccess = { kind: 'loopback' }, trustProxy } = parts;
  const { figuresKeptMs = FIGURES_KEPT_MS } = parts;
  const collect = () => (peers ? peers.collectFigures() : metrics.read());
  const read = keepText(async () => writeFigures(await collect()), figuresKeptMs);
  addRoute(app, {
    method: 'GET',
    url: '/metrics',
    access: 'public',
    isQuiet: true,
    tag: 'Operation',
    summary: 'Prometheus metrics',
    description:
      'Figures are at most a second old. METRICS_ACCESS says who may read them: programs on the server’s own machine unless it is set.',
    produces: { 'text/plain': { schema: { type: 'string' } } },
    refuses: ['metrics_closed', 'token_missing', 'token_invalid'],
    handler: async (request, reply) => {
      requireMetricsAccess(metricsAccess, request, trustProxy);
      allowCoding(request, reply);
      return reply.header('content-type', FIGURES_TYPE).send(await read());
    },
  });
}
