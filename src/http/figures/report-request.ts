// What is told of every finished request: a log line and the figures.

import type { Logger } from 'pino';
import type { Metrics } from '#http/figures/metrics';

/** `route` is the pattern, not the address: nothing a caller wrote reaches the log. */
export type ReportRequest = (
  requestId: string,
  method: string,
  route: string,
  status: number,
  elapsedMs: number,
  user: string | undefined,
) => void;

export const reportTo =
  (metrics: Metrics, logger: Logger): ReportRequest =>
  (requestId, method, route, status, elapsedMs, user) => {
    metrics.observe(method, route, status, elapsedMs / 1000);
    const ms = Math.round(elapsedMs * 100) / 100;
    logger.info({ requestId, method, route, status, ms, user }, 'request');
  };
