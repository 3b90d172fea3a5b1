// Sends a span for each sampled request, and the figures of /metrics, to a receiver of OTLP over HTTP. What cannot be
// sent is dropped and counted: memory is bounded, and no request waits.

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { TelemetrySettings } from '#config-values';
import { SECOND_MS } from '#core/time/instant';
import type { Figure } from '#http/figures/merge-figures';
import type { FinishedRequest } from '#http/figures/report-request';
import { type FinishedSpan, metricsOf, type Sender, tracesOf } from '#serve/telemetry/otlp-json';
import { beginSpan } from '#serve/telemetry/trace-context';
import { VERSION } from '#version';

/** The bounds that the batch processor of OpenTelemetry has by default. */
const MOST_SPANS = 2_048;
const SPANS_A_MESSAGE = 512;
const SPANS_EVERY_MS = 5 * SECOND_MS;
const FIGURES_EVERY_MS = 60 * SECOND_MS;
const SEND_WITHIN_MS = 10 * SECOND_MS;
/** A server that stops waits no longer for a receiver. */
const LAST_SEND_WITHIN_MS = 2 * SECOND_MS;

export interface TelemetryParts extends TelemetrySettings {
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly spansEveryMs?: number;
  readonly figuresEveryMs?: number;
}

export class Telemetry {
  readonly #parts: TelemetryParts;
  readonly #sender: Sender;
  readonly #startedAt = Date.now();
  readonly #timers: NodeJS.Timeout[];
  /** Spans, and sendings of figures, that were not sent. */
  readonly #dropped = { traces: 0, metrics: 0 };
  #spans: FinishedSpan[] = [];
  #sending: Promise<void> | undefined;
  #readFigures: (() => Promise<readonly Figure[]>) | undefined;
  /** The signals whose last sending failed. */
  readonly #failing = new Set<string>();
  #within = SEND_WITHIN_MS;

  constructor(parts: TelemetryParts) {
    this.#parts = parts;
    const { spansEveryMs = SPANS_EVERY_MS, figuresEveryMs = FIGURES_EVERY_MS } = parts;
    this.#sender = {
      ...{ serviceName: parts.serviceName, version: VERSION, instanceId: randomUUID() },
    };
    this.#timers = [
      setInterval(() => this.#sendSpansSoon(), spansEveryMs).unref(),
      setInterval(() => void this.#sendFigures(), figuresEveryMs).unref(),
    ];
  }

  /** What was dropped, by signal. */
  get dropped(): Readonly<Record<string, number>> {
    return this.#dropped;
  }

  /** Sets how the figures of this process are read. */
  offerFigures(read: () => Promise<readonly Figure[]>): void {
    this.#readFigures = read;
  }

  /** Keeps the span of a request until the next sending, if it is sampled. */
  observe(request: FinishedRequest): void {
    if (request.isQuiet) return;
    const context = beginSpan(request.traceparent, this.#parts.ratio);
    if (!context) return;
    if (this.#spans.length >= MOST_SPANS) {
      this.#dropped.traces++;
      return;
    }
    const endedAt = performance.timeOrigin + performance.now();
    this.#spans.push({ ...context, request, endedAt });
    if (this.#spans.length >= SPANS_A_MESSAGE) this.#sendSpansSoon();
  }

  /** Sends what is left, once, and stops. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#within = LAST_SEND_WITHIN_MS;
    await this.#sending;
    if (this.#failing.size > 0) return;
    await Promise.all([this.#sendSpans(), this.#sendFigures()]);
  }

  /** One sending at a time: a slow receiver gets fewer spans, not more connections. */
  #sendSpansSoon(): void {
    if (this.#sending || this.#spans.length === 0) return;
    this.#sending = this.#sendSpans().finally(() => {
      this.#sending = undefined;
      if (this.#spans.length >= SPANS_A_MESSAGE && !this.#failing.has('traces'))
        this.#sendSpansSoon();
    });
  }

  async #sendSpans(): Promise<void> {
    const spans = this.#spans.slice(0, SPANS_A_MESSAGE);
    if (spans.length === 0) return;
    this.#spans = this.#spans.slice(spans.length);
    if (!(await this.#send('traces', tracesOf(this.#sender, spans))))
      this.#dropped.traces += spans.length;
  }

  async #sendFigures(): Promise<void> {
    if (!this.#readFigures) return;
    const figures = await this.#readFigures().catch(() => undefined);
    const body = figures && metricsOf(this.#sender, figures, this.#startedAt, Date.now());
    if (!body || !(await this.#send('metrics', body))) this.#dropped.metrics++;
  }

  /** Whether the receiver took it. The log says once that it does not, and once that it does again. */
  async #send(signal: 'traces' | 'metrics', body: unknown): Promise<boolean> {
    const { endpoint, headers, logger } = this.#parts;
    let why: string | undefined;
    try {
      const answer = await fetch(`${endpoint}/v1/${signal}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The headers hold a secret that is meant for this address alone.
        redirect: 'error',
        signal: AbortSignal.timeout(this.#within),
      });
      await answer.arrayBuffer();
      if (!answer.ok) why = `status ${answer.status}`;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      // The message may repeat the address.
      why = cause?.code ?? name;
    }
    const hasFailed = this.#failing.has(signal);
    if (why !== undefined && !hasFailed) logger.warn({ signal, why }, 'telemetry is not sent');
    if (why === undefined && hasFailed) logger.info({ signal }, 'telemetry is sent again');
    if (why === undefined) this.#failing.delete(signal);
    else this.#failing.add(signal);
    return why === undefined;
  }
}
