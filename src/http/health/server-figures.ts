// The figures of the server itself, besides those of requests: what /metrics shows of its data and its schedules.

import type { Metrics } from '#http/figures/metrics';
import { addDataFigures, addLatenessFigures, addWebhookFigures } from '#http/health/data-figures';
import {
  addBackupFigures,
  addCollectFigures,
  addForecastFigures,
  addTelemetryFigures,
} from '#http/health/schedule-figures';
import type { ServerParts } from '#http/request/server-parts';

export function addFigures(metrics: Metrics, parts: ServerParts): void {
  const { own } = metrics;
  addForecastFigures(own, parts);
  addCollectFigures(own, parts);
  addBackupFigures(own, parts);
  addTelemetryFigures(metrics, parts);
  addDataFigures(own, parts);
  addLatenessFigures(own, parts);
  addWebhookFigures(own, parts);
}
