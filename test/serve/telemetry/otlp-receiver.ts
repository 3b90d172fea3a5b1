// A receiver of OTLP over HTTP in JSON on loopback, which checks every message against the protocol's own messages.

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifetime } from '../../../harness/lifetime.ts';

/** The fields of each message in JSON: a form of its value, or the message that it holds (`[]` for a list). */
const MESSAGES: Readonly<Record<string, Readonly<Record<string, RegExp | 'number' | string>>>> = {
  ExportTraceServiceRequest: { resourceSpans: 'ResourceSpans[]' },
  ResourceSpans: { resource: 'Resource', scopeSpans: 'ScopeSpans[]', schemaUrl: /^/ },
  Resource: { attributes: 'KeyValue[]' },
  ScopeSpans: { scope: 'InstrumentationScope', spans: 'Span[]', schemaUrl: /^/ },
  InstrumentationScope: { name: /./, version: /./ },
  Span: {
    ...{ traceId: /^[0-9a-f]{32}$/, spanId: /^[0-9a-f]{16}$/, parentSpanId: /^[0-9a-f]{16}$/ },
    ...{ name: /./, kind: 'number', startTimeUnixNano: /^\d{19}$/, endTimeUnixNano: /^\d{19}$/ },
    ...{ attributes: 'KeyValue[]', status: 'Status' },
  },
  Status: { code: 'number', message: /^/ },
  KeyValue: { key: /./, value: 'AnyValue' },
  AnyValue: { stringValue: /^/, intValue: /^-?\d+$/ },
  ExportMetricsServiceRequest: { resourceMetrics: 'ResourceMetrics[]' },
  ResourceMetrics: { resource: 'Resource', scopeMetrics: 'ScopeMetrics[]' },
  ScopeMetrics: { scope: 'InstrumentationScope', metrics: 'Metric[]' },
  Metric: {
    ...{ name: /^[a-z_]+$/, description: /./ },
    ...{ gauge: 'Gauge', sum: 'Sum', histogram: 'Histogram' },
  },
  Gauge: { dataPoints: 'NumberDataPoint[]' },
  Sum: {
    dataPoints: 'NumberDataPoint[]',
    aggregationTemporality: 'number',
    isMonotonic: 'boolean',
  },
  Histogram: { dataPoints: 'HistogramDataPoint[]', aggregationTemporality: 'number' },
  NumberDataPoint: {
    ...{ attributes: 'KeyValue[]', startTimeUnixNano: /^\d{19}$/, timeUnixNano: /^\d{19}$/ },
    asDouble: 'number',
  },
  HistogramDataPoint: {
    ...{ attributes: 'KeyValue[]', startTimeUnixNano: /^\d{19}$/, timeUnixNano: /^\d{19}$/ },
    ...{ count: /^\d+$/, sum: 'number', bucketCounts: /^\d+$/, explicitBounds: 'number' },
  },
};

/** Fails unless a value is a message of this name, with no field that the protocol does not have. */
export function assertMessage(name: string, value: unknown): void {
  const fields = MESSAGES[name];
  assert.ok(fields, name);
  for (const [key, content] of Object.entries(value as object)) {
    const form: RegExp | string | undefined = fields[key];
    assert.ok(form !== undefined, `${name} has no ${key}`);
    for (const one of Array.isArray(content) ? content : [content]) {
      const path = `${name}.${key}`;
      if (form instanceof RegExp) assert.match(one, form, path);
      else if (form in { number: 1, boolean: 1 }) assert.equal(typeof one, form, path);
      else assertMessage(form.replace('[]', ''), one);
    }
  }
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: checked by assertMessage
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly messages: Received[];
  /** The status that it answers with. */
  status: number;
}

export async function startReceiver(t: Lifetime): Promise<Receiver> {
  const receiver = { url: '', messages: [] as Received[], status: 200 };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    receiver.messages.push({
      ...{ path: request.url!, headers: request.headers, body: JSON.parse(text) },
    });
    response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
