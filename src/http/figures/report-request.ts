// What is told about every finished request: a log line and the figures.

import type { Logger } from 'pino';
import type { Metrics } from '#http/figures/metrics';

export interface FinishedRequest {
  readonly id: string;
  readonly method: string;
  /** The pattern, not the address: nothing that a caller wrote reaches the log. */
  readonly route: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly user: string | undefined;
  /** Whether the request is not logged, as probes are not: they come every few seconds. */
  readonly isQuiet?: boolean;
}

export type ReportRequest = (request: FinishedRequest) => void;

export const reportTo =
  (metrics: Metrics, logger: Logger): ReportRequest =>
  ({ id, method, route, status, elapsedMs, user, isQuiet = false }) => {
    metrics.observe(method, route, status, elapsedMs / 1000);
    if (isQuiet) return;
    const ms = Math.round(elapsedMs * 100) / 100;
    logger.info({ requestId: id, method, route, status, ms, user }, 'request');
  };
