// Spans and figures as OTLP writes them in JSON (opentelemetry-proto 1.x): 64-bit numbers are texts, ids are
// hexadecimal, enumerations are numbers.

import type { Figure, Sample } from '#http/figures/merge-figures';
import type { FinishedRequest } from '#http/figures/report-request';

const SPAN_KIND_SERVER = 2;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;

export interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

/** The place of a span in its trace. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

export interface FinishedSpan extends SpanContext {
  readonly request: FinishedRequest;
  /** Milliseconds since 1970, with a fraction. */
  readonly endedAt: number;
}

/** What every message says of its sender. */
export interface Sender {
  readonly serviceName: string;
  readonly version: string;
  /** Tells one process from another. */
  readonly instanceId: string;
}

const textOf = (key: string, value: string): OtlpAttribute => ({
  key,
  value: { stringValue: value },
});
const wholeOf = (key: string, value: number): OtlpAttribute => ({
  key,
  value: { intValue: String(value) },
});

/** Nanoseconds since 1970 as a text; a number would lose the last digits. */
export function nanosOf(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}

const resourceOf = ({ serviceName, version, instanceId }: Sender) => ({
  attributes: [
    textOf('service.name', serviceName),
    textOf('service.version', version),
    textOf('service.instance.id', instanceId),
  ],
});

const scopeOf = ({ version }: Sender) => ({ name: 'gridtide', version });

export const tracesOf = (sender: Sender, spans: readonly FinishedSpan[]) => ({
  resourceSpans: [
    {
      resource: resourceOf(sender),
      scopeSpans: [{ scope: scopeOf(sender), spans: spans.map(spanOf) }],
    },
  ],
});

/** Only what the log has too: the pattern of the route, never the address, and no user. */
function spanOf({ traceId, spanId, parentSpanId, endedAt, request }: FinishedSpan) {
  const { id, method, route, status, elapsedMs } = request;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: `${method} ${route}`,
    kind: SPAN_KIND_SERVER,
    startTimeUnixNano: nanosOf(endedAt - elapsedMs),
    endTimeUnixNano: nanosOf(endedAt),
    attributes: [
      textOf('http.request.method', method),
      textOf('http.route', route),
      wholeOf('http.response.status_code', status),
      textOf('gridtide.request_id', id),
    ],
    // A refusal is the client's fault: only a 5xx is an error of the server.
    status: status >= 500 ? { code: STATUS_ERROR } : {},
  };
}

/** The times of a figure: when counting began, and when it was read. */
interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

export function metricsOf(
  sender: Sender,
  figures: readonly Figure[],
  startedAt: number,
  readAt: number,
) {
  const times = { startTimeUnixNano: nanosOf(startedAt), timeUnixNano: nanosOf(readAt) };
  const metrics = figures.flatMap((figure) => {
    const data = dataOf(figure, times);
    return data ? [{ name: figure.name, description: figure.help, ...data }] : [];
  });
  return {
    resourceMetrics: [
      { resource: resourceOf(sender), scopeMetrics: [{ scope: scopeOf(sender), metrics }] },
    ],
  };
}

/** Undefined if the figure has no values now: a metric without points is refused by some receivers. */
function dataOf({ type, values }: Figure, times: Times) {
  const points = values.filter(({ value }) => Number.isFinite(value));
  if (points.length === 0) return undefined;
  if (type === 'histogram')
    return {
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramsOf(points, times) },
    };
  if (type === 'counter')
    return {
      sum: {
        ...{ aggregationTemporality: CUMULATIVE, isMonotonic: true },
        dataPoints: points.map((point) => ({ ...times, ...pointOf(point) })),
      },
    };
  const { timeUnixNano } = times;
  if (type !== 'gauge') return undefined;
  return { gauge: { dataPoints: points.map((point) => ({ timeUnixNano, ...pointOf(point) })) } };
}

const pointOf = ({ labels, value }: Sample) => ({
  attributes: attributesOf(labels),
  asDouble: value,
});

const attributesOf = (labels: Sample['labels']): OtlpAttribute[] =>
  Object.entries(labels).map(([key, value]) => textOf(key, String(value)));

/** Prometheus counts what is below each edge, OTLP what is between two. */
function histogramsOf(samples: readonly Sample[], times: Times) {
  const groups = Map.groupBy(samples, ({ labels: { le: _edge, ...labels } }) =>
    JSON.stringify(Object.entries(labels).sort()),
  );
  return Array.from(groups.values(), (group) => {
    const endsIn = (ending: string) =>
      group.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
    const buckets = group
      .filter(({ metricName }) => metricName?.endsWith('_bucket'))
      .map(({ labels, value }) => ({ edge: edgeOf(labels.le), below: value }))
      .sort((a, b) => a.edge - b.edge);
    const { le: _edge, ...labels } = group[0]!.labels;
    return {
      ...times,
      attributes: attributesOf(labels),
      count: String(endsIn('_count')),
      sum: endsIn('_sum'),
      bucketCounts: buckets.map(({ below }, i) => String(below - (buckets[i - 1]?.below ?? 0))),
      explicitBounds: buckets.map(({ edge }) => edge).filter(Number.isFinite),
    };
  });
}

const edgeOf = (le: string | number | undefined): number =>
  le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
