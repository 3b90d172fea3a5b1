// Figures count from the start, although what writes them is loaded when they are first read.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '#http/figures/merge-figures';
import { makeMetrics, writeFigures } from '#http/figures/metrics';

const figureOf = (figures: readonly Figure[], name: string): number | undefined =>
  figures.find((figure) => figure.name === name)?.values[0]?.value;

suite('figures that are read for the first time', () => {
  test('the first reading has what was counted before it, by counters and by requests', async () => {
    const metrics = makeMetrics('1.0');
    const count = metrics.own.addCounter('shed_total', 'Requests refused.');
    const countBy = metrics.own.addCounterBy('outcome', 'sign_ins_total', 'Sign-ins.');
    for (let i = 0; i < 3; i++) count();
    for (const outcome of ['wrong', 'accepted', 'wrong']) countBy(outcome);
    metrics.requests.observe('GET', '/a', 200, 0.25);
    const text = await writeFigures(await metrics.read());
    for (const line of [
      'shed_total 3',
      'sign_ins_total{outcome="wrong"} 2',
      'sign_ins_total{outcome="accepted"} 1',
      'gridtide_http_requests_total{method="GET",route="/a",status="200"} 1',
    ])
      assert.ok(text.split('\n').includes(line), line);
  });

  test('the CPU of the process is counted from its start', async () => {
    const { user, system } = process.cpuUsage();
    const figures = await makeMetrics('1.0').read();
    const seconds = figureOf(figures, 'process_cpu_seconds_total')!;
    assert.ok(seconds >= (user + system) / 1e6, `${seconds}`);
    const now = process.cpuUsage();
    assert.ok(seconds <= (now.user + now.system) / 1e6, `${seconds}`);
  });

  test('delays of the event loop are shown once some were measured', async () => {
    const metrics = makeMetrics('1.0');
    const names = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
      (what) => `nodejs_eventloop_lag_${what}_seconds`,
    );
    const first = await metrics.read();
    assert.deepEqual(
      names.map((name) => figureOf(first, name)),
      names.map(() => undefined),
    );
    assert.notEqual(figureOf(first, 'nodejs_eventloop_lag_seconds'), undefined);
    await wait(200);
    const second = await metrics.read();
    for (const name of names) assert.ok(figureOf(second, name)! < 10, name);
  });

  test('a gauge that cannot be read keeps what it showed before', async () => {
    const { own } = makeMetrics('1.0');
    let state: Promise<number> = Promise.reject(new Error('away'));
    own.addStateGauges(
      () => state,
      [
        { name: 'stored', help: 'Stored.', of: (value) => value },
        { name: 'doubled', help: 'Doubled.', of: (value) => 2 * value },
      ],
    );
    const read = async (): Promise<unknown[]> => {
      const figures = await Promise.all(own.metrics.map((metric) => metric.get()));
      return ['stored', 'doubled'].map((name) => figureOf(figures, name));
    };
    assert.deepEqual(await read(), [0, 0]);
    state = Promise.resolve(7);
    assert.deepEqual(await read(), [7, 14]);
    state = Promise.reject(new Error('away'));
    assert.deepEqual(await read(), [7, 14]);
  });
});
