// Prometheus figures: which requests came, how they ended and how long they took.

import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { Figure } from '#http/figures/merge-figures';
import { RequestFigures } from '#http/figures/request-figures';

export interface Metrics {
  readonly registry: Registry;
  /** Counts a finished request. `route` is the pattern, never the path, so that labels stay few. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** The other processes of a server that has several. */
export interface Peers {
  /** Sets how the figures of this process are read. */
  offerFigures(read: () => Promise<Figure[]>): void;
  /** Returns the merged figures of all processes, this one included. */
  collectFigures(): Promise<readonly Figure[]>;
}

export function makeMetrics(version: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  addBuildInfo(registry, version);
  const figures = new RequestFigures();
  for (const metric of figures.metrics()) register(registry, metric);
  return { registry, observe: (...request) => figures.observe(...request) };
}

/** Gauges of the library whose names end like those of counters: promtool refuses them. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** The version is a figure of its own: as a label of all, every upgrade would begin new series. */
const addBuildInfo = (registry: Registry, version: string): void =>
  new Gauge({
    name: 'gridtide_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version }, 1);

/** Reads the figures of one process, in a form that can be sent. */
export const readFigures = (registry: Registry): Promise<Figure[]> =>
  registry.getMetricsAsJSON() as Promise<unknown> as Promise<Figure[]>;

/** Writes figures as text for Prometheus. */
export function writeFigures(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  for (const figure of figures) register(registry, { name: figure.name, get: async () => figure });
  return registry.metrics();
}

/** Adds a metric to a registry, which asks it only for its name and, when read, for its values. */
const register = (
  registry: Registry,
  metric: { readonly name: string; get(): Promise<Figure> },
): void => registry.registerMetric(metric as unknown as Metric);
