// Which trace a request belongs to, by the header traceparent of W3C Trace Context, and whether it is sampled.

import { randomBytes } from 'node:crypto';
import type { SpanContext } from '#serve/telemetry/otlp-json';

/** Version, trace, parent and flags. Later versions may have more behind them; version ff is none. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const NO_ID = /^0+$/;

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** Reads the header. One that is not as the standard says counts as none. */
export function readTraceparent(given: string | readonly string[] | undefined): Parent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    (typeof given === 'string' && TRACEPARENT.exec(given)) || [];
  if (version === undefined || NO_ID.test(traceId) || NO_ID.test(spanId)) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The span of a request; undefined if it is not sampled. The caller's choice wins over the ratio. */
export function beginSpan(
  traceparent: string | readonly string[] | undefined,
  ratio: number,
): SpanContext | undefined {
  const parent = readTraceparent(traceparent);
  if (parent) {
    const { traceId, spanId: parentSpanId, isSampled } = parent;
    return isSampled ? { traceId, spanId: hex(SPAN_BYTES), parentSpanId } : undefined;
  }
  if (Math.random() >= ratio) return undefined;
  return { traceId: hex(TRACE_BYTES), spanId: hex(SPAN_BYTES), parentSpanId: undefined };
}
