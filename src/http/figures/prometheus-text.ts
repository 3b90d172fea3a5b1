// Figures as text for Prometheus, with those of Node itself. Loads the library, so it is imported when
// figures are first read: 100 modules fewer on the way to ready.

import { type Counter, collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Figure } from '#http/figures/merge-figures';
import type { ReadableMetric } from '#http/figures/own-figures';

/** Gauges of the library whose names end like those of counters: promtool refuses them. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Makes a registry of these metrics and those of Node. Garbage collection and delays are measured from now on. */
export function openRegistry(metrics: readonly ReadableMetric[]): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countWholeCpu(registry);
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  for (const metric of metrics) register(registry, metric);
  return registry;
}

/** The library counts CPU from when it is loaded. */
function countWholeCpu(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  const spent = { user_seconds: user, system_seconds: system, seconds: user + system };
  for (const [name, microseconds] of Object.entries(spent)) {
    const counter = registry.getSingleMetric(`process_cpu_${name}_total`) as unknown as Counter;
    counter.inc(microseconds / 1e6);
  }
}

/** Delays of the event loop since the reading before. If none was measured, their mean is no number. */
const DELAYS = /^nodejs_eventloop_lag_(?!seconds$)/;
const MEAN_DELAY = 'nodejs_eventloop_lag_mean_seconds';

/** Reads the figures of one process, in a form that can be sent. */
export async function readFigures(registry: Registry): Promise<Figure[]> {
  const figures = (await registry.getMetricsAsJSON()) as unknown as Figure[];
  const mean = figures.find(({ name }) => name === MEAN_DELAY)?.values[0]?.value;
  return Number.isNaN(mean) ? figures.filter(({ name }) => !DELAYS.test(name)) : figures;
}

/** Writes figures as text. */
export function writeFigures(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  for (const figure of figures) register(registry, { name: figure.name, get: async () => figure });
  return registry.metrics();
}

/** Adds a metric to a registry, which asks it only for its name and, when read, for its values. */
const register = (registry: Registry, metric: ReadableMetric): void =>
  registry.registerMetric(metric as unknown as Metric);
