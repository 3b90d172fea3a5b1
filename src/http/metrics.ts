// Prometheus figures: what was asked, how it ended, how long it took.

import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { RequestFigures } from '#http/request-figures';

export interface Metrics {
  readonly registry: Registry;
  /** One finished request. `route` is the pattern, never the path, so that labels stay few. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

export function makeMetrics(version: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ version });
  collectDefaultMetrics({ register: registry });
  const figures = new RequestFigures();
  // The registry asks a metric for its name and, when it is read, for its values: nothing else.
  for (const metric of figures.metrics()) registry.registerMetric(metric as unknown as Metric);
  return { registry, observe: (...request) => figures.observe(...request) };
}
