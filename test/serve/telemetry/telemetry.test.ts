// Traces and metrics by OTLP: what a real receiver gets, what is dropped, and that no request waits for it.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { FinishedRequest } from '#http/figures/report-request';
import { metricsOf, nanosOf } from '#serve/telemetry/otlp-json';
import { Telemetry } from '#serve/telemetry/telemetry';
import { beginSpan, readTraceparent } from '#serve/telemetry/trace-context';
import { until } from '../../../harness/lifetime.ts';
import { ProductServer } from '../../../harness/product-server.ts';
import { assertMessage, type Receiver, startReceiver } from './otlp-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

const requestOf = (change: Partial<FinishedRequest> = {}): FinishedRequest => ({
  ...{ id: 'a-1', method: 'GET', route: '/api/v1/series/:seriesId', status: 200, elapsedMs: 2.5 },
  ...{ user: 'trader', ...change },
});

function open(t: TestContext, endpoint: string, more = {}) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const telemetry = new Telemetry({
    ...{ endpoint, headers: {}, serviceName: 'test', ratio: 1, logger },
    ...{ spansEveryMs: 3_600_000, figuresEveryMs: 3_600_000, ...more },
  });
  t.after(() => telemetry.stop());
  return { telemetry, lines };
}

const spansOf = ({ messages }: Receiver) =>
  messages
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);

const attributesOf = (holder: { attributes: { key: string; value: object }[] }) =>
  Object.fromEntries(holder.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

suite('telemetry', () => {
  test('a server sends spans and metrics in the words of the protocol, and continues a trace', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-otlp-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const receiver = await startReceiver(t);
    const server = await ProductServer.start(t, {
      env: {
        STORE: `sqlite:${join(folder, 'store.db')}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret,x-scope=grid',
        OTEL_SERVICE_NAME: 'desk',
      },
    });
    const headers = { traceparent: TRACEPARENT, authorization: 'Bearer wrong-token' };
    const answer = await fetch(`${server.url}/api/v1/series/dehrprice?from=today`, { headers });
    assert.equal(answer.status, 401);
    await fetch(`${server.url}/api/v1/metadata`);
    const unsampled = { traceparent: TRACEPARENT.replace(/01$/, '00') };
    await fetch(`${server.url}/api/v1/metadata`, { headers: unsampled });
    // The last sending is part of the stop.
    assert.equal(await server.stop(), 0);

    assert.deepEqual(receiver.messages.map(({ path }) => path).sort(), [
      '/v1/metrics',
      '/v1/traces',
    ]);
    for (const { path, headers: sent, body } of receiver.messages) {
      const name = path === '/v1/traces' ? 'Trace' : 'Metrics';
      assertMessage(`Export${name}ServiceRequest`, body);
      assert.equal(sent['content-type'], 'application/json');
      assert.deepEqual([sent.authorization, sent['x-scope']], ['Bearer s3cret', 'grid']);
      const { resource } = (body.resourceSpans ?? body.resourceMetrics)[0];
      assert.equal(attributesOf(resource)['service.name'], 'desk');
    }
    const spans = spansOf(receiver);
    assert.equal(spans.length, 2);
    const [first, second] = spans;
    assert.deepEqual([first.traceId, first.parentSpanId, first.kind], [TRACE, PARENT, 2]);
    assert.equal(first.name, 'GET /api/v1/series/:seriesId');
    assert.equal(attributesOf(first)['gridtide.request_id'], answer.headers.get('x-request-id'));
    assert.equal(attributesOf(first)['http.response.status_code'], '401');
    assert.ok(BigInt(first.endTimeUnixNano) > BigInt(first.startTimeUnixNano));
    assert.ok(second.traceId !== TRACE && !('parentSpanId' in second));
    const text = JSON.stringify(receiver.messages.map(({ body }) => body));
    for (const secret of ['wrong-token', 's3cret', 'dehrprice']) assert.ok(!text.includes(secret));

    const { metrics } = receiver.messages.find(({ path }) => path === '/v1/metrics')!.body
      .resourceMetrics[0].scopeMetrics[0];
    const byName = new Map(metrics.map((metric: { name: string }) => [metric.name, metric]));
    // biome-ignore lint/suspicious/noExplicitAny: checked by assertMessage
    const points = (name: string, kind: string) => (byName.get(name) as any)[kind].dataPoints;
    const counted = points('gridtide_http_requests_total', 'sum').find(
      (point: never) => attributesOf(point).route === '/api/v1/metadata',
    );
    assert.equal(counted.asDouble, 2);
    const [times] = points('gridtide_http_request_seconds', 'histogram');
    assert.equal(times.bucketCounts.length, times.explicitBounds.length + 1);
    const sum = times.bucketCounts.reduce((all: number, n: string) => all + Number(n), 0);
    assert.equal(String(sum), times.count);
    assert.ok(points('gridtide_store_bytes', 'gauge')[0].asDouble > 0);
  });

  test('a traceparent that is not as the standard says counts as none', () => {
    assert.deepEqual(readTraceparent(TRACEPARENT), {
      ...{ traceId: TRACE, spanId: PARENT, isSampled: true },
    });
    assert.equal(readTraceparent(`01-${TRACE}-${PARENT}-00-more`)?.isSampled, false);
    for (const odd of [
      ...[undefined, '', 'x', [TRACEPARENT, TRACEPARENT], TRACEPARENT.toUpperCase()],
      ...[`ff-${TRACE}-${PARENT}-01`, `${TRACEPARENT}-more`, `00-${TRACE}-${PARENT}`],
      ...[`00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`],
    ])
      assert.equal(readTraceparent(odd), undefined, String(odd));
  });

  test('a share of 0 sends only what callers ask for, a share of 1 everything but what they forbid', () => {
    const none = Array.from({ length: 100 }, () => beginSpan(undefined, 0));
    assert.deepEqual(new Set(none), new Set([undefined]));
    assert.equal(beginSpan(TRACEPARENT, 0)?.traceId, TRACE);
    assert.equal(beginSpan(TRACEPARENT.replace(/01$/, '00'), 1), undefined);
    const all = Array.from({ length: 100 }, () => beginSpan(undefined, 1)!.traceId);
    assert.equal(new Set(all).size, 100);
  });

  test('a receiver that is down costs a bounded memory: spans are dropped, counted, and told once', async (t) => {
    const receiver = await startReceiver(t);
    receiver.status = 503;
    const { telemetry, lines } = open(t, receiver.url);
    for (let i = 0; i < 10_000; i++) telemetry.observe(requestOf());
    await until(() => telemetry.dropped.traces === 10_000 - 2_048 || undefined);
    // A failing receiver is not asked again before the next time.
    assert.equal(receiver.messages.length, 1);
    assert.deepEqual(
      lines.map(({ level, msg, why }) => [level, msg, why]),
      [[40, 'telemetry is not sent', 'status 503']],
    );
    receiver.status = 200;
  });

  test('a receiver that comes back gets spans again, and the log says so', async (t) => {
    const receiver = await startReceiver(t);
    receiver.status = 500;
    const { telemetry, lines } = open(t, receiver.url, { spansEveryMs: 10 });
    telemetry.observe(requestOf({ status: 500 }));
    await until(() => telemetry.dropped.traces === 1 || undefined);
    receiver.status = 200;
    telemetry.observe(requestOf({ id: 'a-2', status: 503 }));
    telemetry.observe(requestOf({ isQuiet: true }));
    await until(() => lines.length === 2 || undefined);
    assert.equal(lines[1]!.msg, 'telemetry is sent again');
    assert.deepEqual(
      spansOf(receiver).map((span) => [attributesOf(span)['gridtide.request_id'], span.status]),
      [
        ['a-1', { code: 2 }],
        ['a-2', { code: 2 }],
      ],
    );
  });

  test('an address at which nothing listens is told by its code alone', async (t) => {
    const { telemetry, lines } = open(t, 'http://127.0.0.1:1', { spansEveryMs: 10 });
    telemetry.observe(requestOf());
    await until(() => telemetry.dropped.traces === 1 || undefined);
    assert.equal(lines.length, 1);
    assert.ok(!JSON.stringify(lines).includes('127.0.0.1'));
  });

  test('times are whole nanoseconds, and a figure without a number is left out', () => {
    assert.equal(nanosOf(1_763_424_000_000.25), '1763424000000250000');
    assert.equal(nanosOf(1_763_424_000_000), '1763424000000000000');
    const sender = { serviceName: 's', version: '1', instanceId: 'i' };
    const figure = { name: 'x', help: 'h', type: 'gauge' };
    const body = metricsOf(sender, [{ ...figure, values: [{ labels: {}, value: NaN }] }], 1, 2);
    assert.deepEqual(body.resourceMetrics[0]!.scopeMetrics[0]!.metrics, []);
  });
});
