// What is told about every finished request: the figures, and a log line whose level says whether an operator should
// look. A 5xx has a further line, at the level error, with its cause (http/request/error-handler.ts).

import type { Logger } from 'pino';
import type { Figure } from '#http/figures/merge-figures';
import type { Metrics } from '#http/figures/metrics';

export interface FinishedRequest {
  readonly id: string;
  readonly method: string;
  /** The pattern, not the address: nothing that a caller wrote reaches the log. */
  readonly route: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly user: string | undefined;
  /** The header, as the client wrote it. */
  readonly traceparent?: string | readonly string[] | undefined;
  /** Whether it would have written, and its caller may not. */
  readonly isDeniedWrite?: boolean;
  /** Whether its time says nothing, as the client asked to wait for news. */
  readonly mayWait?: boolean;
  /** Whether the request is not logged, as probes are not: they come every few seconds. */
  readonly isQuiet?: boolean;
}

export type ReportRequest = (request: FinishedRequest) => void;

/** Sends spans and figures to a receiver of the operator's. */
export interface RequestTelemetry {
  /** What was not sent, by signal. */
  readonly dropped: Readonly<Record<string, number>>;
  observe(request: FinishedRequest): void;
  /** Sets how the figures of this process are read. */
  offerFigures(read: () => Promise<readonly Figure[]>): void;
}

export const reportTo =
  (
    metrics: Metrics,
    logger: Logger,
    slowMs = Number.POSITIVE_INFINITY,
    telemetry?: RequestTelemetry,
  ): ReportRequest =>
  (request) => {
    const { id, method, route, status, elapsedMs, user, isQuiet = false } = request;
    metrics.requests.observe(method, route, status, elapsedMs / 1000);
    telemetry?.observe(request);
    if (isQuiet) return;
    const ms = Math.round(elapsedMs * 100) / 100;
    const line = { requestId: id, method, route, status, ms, user };
    if (request.isDeniedWrite) logger.warn(line, 'write denied');
    else if (elapsedMs >= slowMs && !request.mayWait) logger.warn(line, 'slow request');
    else logger.info(line, 'request');
  };
