// Prometheus figures: what was asked, how it ended, how long it took.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** One finished request. `route` is the pattern, never the path, so that labels stay few. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function makeMetrics(version: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ version });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'gridtide_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'gridtide_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    registry,
    observe(method, route, status, seconds) {
      requests.inc({ method, route, status });
      duration.observe({ method, route }, seconds);
    },
  };
}
