// Figures of the process and of Node, and the text that figures are written as. prom-client, whose names, texts and
// format dashboards know, says what is right.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Figure } from '#http/figures/merge-figures';
import { watchNode } from '#http/figures/node-figures';
import { OwnFigures, sampleOf } from '#http/figures/own-figures';
import { writeFigures } from '#http/figures/prometheus-text';
import { Times } from '#http/figures/request-figures';
import { collectGarbage } from '../../../harness/collect-garbage.ts';
import { until } from '../../../harness/lifetime.ts';

/** Gauges of the library whose names end like those of counters: promtool refuses them. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
/** What the library shows as no number until it was measured. */
const DELAYS = /^nodejs_eventloop_lag_(?!seconds$)/;

async function libraryFigures(): Promise<Figure[]> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return (await registry.getMetricsAsJSON()) as unknown as Figure[];
}

/** Waits until a reading has delays of the event loop, at most a second. */
async function readWithDelays(read: () => Figure[]): Promise<Figure[]> {
  const until = performance.now() + 1_000;
  for (;;) {
    const figures = read();
    if (figures.some(({ name }) => DELAYS.test(name))) return figures;
    assert.ok(performance.now() < until, 'no delay was measured within a second');
    await nextTurn();
  }
}

const amountOf = (figures: readonly Figure[], name: string): number =>
  figures.find((figure) => figure.name === name)!.values[0]!.value;

suite('the figures of the process and of Node', () => {
  test('names, texts and types are those of prom-client, in its order', async () => {
    const describe = ({ name, help, type }: Figure) => ({ name, help, type });
    const figures = await readWithDelays(watchNode());
    assert.deepEqual(figures.map(describe), (await libraryFigures()).map(describe));
  });

  test('labels are those of prom-client', async () => {
    const labelled = (figures: readonly Figure[]) =>
      Object.fromEntries(
        figures
          .filter(({ name }) => /heap_space|version/.test(name))
          .map(({ name, values }) => [name, values.map(({ labels }) => labels)]),
      );
    assert.deepEqual(labelled(watchNode()()), labelled(await libraryFigures()));
    const activity = watchNode()().filter(({ name }) => name.startsWith('nodejs_active_'));
    for (const { labels } of activity.flatMap(({ values }) => values))
      assert.deepEqual(Object.keys(labels), ['type']);
  });

  test('values are those of the process, as prom-client reads them', async () => {
    const figures = watchNode()();
    const library = await libraryFigures();
    for (const name of ['process_max_fds', 'nodejs_version_info'])
      assert.equal(amountOf(figures, name), amountOf(library, name), name);
    const started = 'process_start_time_seconds';
    assert.ok(Math.abs(amountOf(figures, started) - amountOf(library, started)) <= 1);
    // Both read them at almost the same time; the process neither doubles nor halves in between.
    for (const name of [
      'process_resident_memory_bytes',
      'process_virtual_memory_bytes',
      'process_heap_bytes',
      'nodejs_heap_size_total_bytes',
      'nodejs_heap_space_size_total_bytes',
    ]) {
      const ratio = (amountOf(figures, name) + 1) / (amountOf(library, name) + 1);
      assert.ok(ratio > 0.5 && ratio < 2, `${name}: ${ratio}`);
    }
    assert.ok(amountOf(figures, 'process_open_fds') > 2);
  });

  test('garbage collections are counted by their kind', async () => {
    const read = watchNode();
    await until(() => {
      collectGarbage();
      const { values } = read().find(({ name }) => name === 'nodejs_gc_duration_seconds')!;
      const count = values.find(
        ({ metricName, labels }) => metricName?.endsWith('_count') && labels.kind === 'major',
      );
      return (count && count.value >= 2) || undefined;
    });
  });
});

suite('figures as text', () => {
  test('counters, gauges and histograms are written as prom-client writes them', async () => {
    const registry = new Registry();
    const registers = [registry];
    const own = new OwnFigures();

    const requests = new Counter({ name: 'requests_total', help: 'Requests.', registers });
    const countRequest = own.addCounter('requests_total', 'Requests.');
    const signIns = new Counter({
      name: 'ins_total',
      help: 'A\\b\n"c"',
      labelNames: ['by'],
      registers,
    });
    const countSignIn = own.addCounterBy('by', 'ins_total', 'A\\b\n"c"');
    for (const by of ['plain', 'a "quoted"\nline \\ slash', 'Zürich']) {
      requests.inc();
      countRequest();
      signIns.inc({ by });
      countSignIn(by);
    }

    const numbers = [
      0,
      -1.5,
      1e21,
      1e-7,
      0.1 + 0.2,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    const size = new Gauge({
      name: 'size_bytes',
      help: 'Size.',
      labelNames: ['n', 'of'],
      registers,
    });
    for (const [n, value] of numbers.entries()) size.set({ n, of: 'all' }, value);
    own.addGauge({
      name: 'size_bytes',
      help: 'Size.',
      read: () => numbers.map((value, n) => sampleOf(value, { n, of: 'all' })),
    });

    const edges = [0.001, 0.01, 0.1, 1];
    const seconds = new Histogram({
      ...{ name: 'took_seconds', help: 'Took.', labelNames: ['kind'], buckets: edges, registers },
    });
    const times = new Times(edges);
    for (const took of [0.0005, 0.001, 0.0011, 0.5, 1, 7]) {
      seconds.observe({ kind: 'major' }, took);
      times.observe(took);
    }
    const values = times.samples('took_seconds', { kind: 'major' });
    const took: Figure = { name: 'took_seconds', help: 'Took.', type: 'histogram', values };

    const figures = await Promise.all(own.metrics.map((metric) => metric.get()));
    assert.equal(writeFigures([...figures, took]), await registry.metrics());
  });

  test('what is no number is written as the format spells it', () => {
    const figure: Figure = { name: 'a', help: 'A.', type: 'gauge', values: [sampleOf(Number.NaN)] };
    assert.equal(writeFigures([figure]), '# HELP a A.\n# TYPE a gauge\na NaN\n');
  });
});
