import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Figure, leaveFigures, mergeFigures } from '#http/figures/merge-figures';
import { makeMetrics, writeFigures } from '#http/figures/metrics';
import { type FigureTeller, WorkersFigures } from '#serve/figures';
import type { ToWorker } from '#serve/messages';

const counter = (value: number, status = 200): Figure => ({
  name: 'requests_total',
  help: 'Requests.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ labels: { status, route: '/' }, value }],
});
const gauge = (value: number): Figure => ({
  name: 'memory_bytes',
  help: 'Memory.',
  type: 'gauge',
  aggregator: 'sum',
  values: [{ labels: {}, value }],
});
const shared = (value: number): Figure => ({ ...gauge(value), name: 'late', aggregator: 'first' });

suite('figures of several workers', () => {
  test('counts of workers add up, gauges name their worker, shared figures are shown once', () => {
    const swapped: Figure = {
      ...counter(0),
      values: [{ labels: { route: '/', status: 200 }, value: 5 }],
    };
    const merged = mergeFigures([
      { worker: 1, figures: [counter(3), gauge(10), shared(1)] },
      { worker: 2, figures: [swapped, counter(1, 404), gauge(20), shared(1)] },
    ]);
    assert.deepEqual(
      merged.map(({ name, values }) => [name, values.map(({ labels, value }) => [labels, value])]),
      [
        [
          'requests_total',
          [
            [{ route: '/', status: 200 }, 8],
            [{ route: '/', status: 404 }, 1],
          ],
        ],
        [
          'memory_bytes',
          [
            [{ worker: 1 }, 10],
            [{ worker: 2 }, 20],
          ],
        ],
        ['late', [[{}, 1]]],
      ],
    );
  });

  test('only the counts of workers that have ended are kept', () => {
    const gone = leaveFigures(leaveFigures([], [counter(3), gauge(10)]), [counter(4)]);
    const merged = mergeFigures([{ worker: 2, figures: [counter(1), gauge(20)] }], gone);
    const text = JSON.stringify(merged.map(({ values }) => values.map(({ value }) => value)));
    assert.equal(text, '[[8],[20]]');
  });

  test('figures of a real registry are text for Prometheus, once for each worker or summed', async () => {
    const metrics = [makeMetrics('1.0'), makeMetrics('1.0')];
    metrics[0]!.requests.observe('GET', '/a', 200, 1 / 512);
    metrics[1]!.requests.observe('GET', '/a', 200, 0.25);
    metrics[1]!.requests.observe('GET', '/a', 404, 20);
    const parts = await Promise.all(
      metrics.map(async ({ read }, i) => ({
        worker: i + 1,
        figures: structuredClone(await read()),
      })),
    );
    const text = await writeFigures(mergeFigures(parts));
    const line = (start: string) => text.split('\n').filter((each) => each.startsWith(start));
    assert.deepEqual(line('gridtide_http_requests_total{'), [
      'gridtide_http_requests_total{method="GET",route="/a",status="200"} 2',
      'gridtide_http_requests_total{method="GET",route="/a",status="404"} 1',
    ]);
    assert.deepEqual(line('gridtide_build_info'), ['gridtide_build_info{version="1.0"} 1']);
    assert.equal(line('gridtide_http_request_seconds_count').length, 1);
    assert.match(line('gridtide_http_request_seconds_sum')[0]!, / 20\.251953125$/);
    assert.match(
      text,
      /le="0\.0025",.* 1\n(?:.*\n)*.*le="0\.25",.* 2\n(?:.*\n)*.*le="\+Inf",.* 3\n/,
    );
    assert.equal(line('process_resident_memory_bytes{').length, 2);
    assert.equal(text.match(/^# TYPE process_resident_memory_bytes/gm)?.length, 1);
    for (const each of text.split('\n'))
      assert.match(each, /^$|^# |^[a-zA-Z_:][\w:]*(?:\{[^}]*\})? (?:[-+\d.e]+|Nan|[+-]Inf)$/i);
  });
});

suite('figures that workers send', () => {
  class Teller implements FigureTeller {
    readonly asked: (ToWorker & { kind: 'tell-figures' })[] = [];
    readonly number: number;
    constructor(number: number) {
      this.number = number;
    }
    send(message: ToWorker): void {
      if (message.kind === 'tell-figures') this.asked.push(message);
    }
  }
  const countIn = (figures: readonly Figure[]) => figures[0]?.values[0]?.value;

  test('counts never go back: not when a worker is slow to send them, nor when it ends', async () => {
    const all = new WorkersFigures();
    const [one, two] = [new Teller(1), new Teller(2)];
    const tell = (teller: Teller, value: number): void => {
      const { id } = teller.asked.at(-1)!;
      all.receive(teller, { kind: 'own-figures', id, figures: [counter(value)] });
    };
    const first = all.collect([one, two]);
    tell(one, 10);
    tell(two, 5);
    assert.equal(countIn(await first), 15);
    const second = all.collect([one, two]);
    tell(one, 11);
    assert.equal(countIn(await second), 16, 'the second is busy: what it told before counts');
    all.leave(two);
    const third = all.collect([one]);
    tell(one, 12);
    assert.equal(countIn(await third), 17);
    const fourth = all.collect([one, two]);
    tell(one, 12);
    tell(two, 1);
    assert.equal(countIn(await fourth), 18, 'its successor begins anew');
  });
});
