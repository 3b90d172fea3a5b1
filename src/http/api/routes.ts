// Every route there is, in the order a reader would look for them. Folders below are the URL.

import type { FastifyInstance } from 'fastify';
import { addMetaRoute } from '#http/api/fundamental/meta';
import { addMetaAllRoute } from '#http/api/fundamental/meta-all';
import { addSeriesRoutes } from '#http/api/fundamental/series';
import { addOperatorRoutes } from '#http/api/operator/routes';
import { addLoginRoutes } from '#http/api/user/login';
import { addAboutRoute } from '#http/api/v1/about';
import { addAccountRoutes } from '#http/api/v1/account';
import { addAccuracyRoute } from '#http/api/v1/accuracy';
import { addMetadataRoutes } from '#http/api/v1/metadata';
import { addMetadataListRoutes } from '#http/api/v1/metadata-lists';
import { addAreaRoutes } from '#http/api/v1/power-balance-forecast/areas';
import { addBandsRoute } from '#http/api/v1/power-balance-forecast/bands';
import { addForecastRoutes } from '#http/api/v1/power-balance-forecast/forecasts';
import { addOverviewRoute } from '#http/api/v1/power-balance-forecast/overview';
import { addRunListRoutes } from '#http/api/v1/power-balance-forecast/run-lists';
import { addForecastStatusRoute } from '#http/api/v1/power-balance-forecast/status';
import { addSeriesDocumentRoute } from '#http/api/v1/series';
import type { Metrics } from '#http/figures/metrics';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addHealthRoutes } from '#http/health/health';
import { addPages } from '#http/pages/pages';
import type { ServerParts } from '#http/request/server-parts';

export async function addRoutes(
  app: FastifyInstance,
  parts: ServerParts,
  metrics: Metrics,
  again: RepeatedRequests,
): Promise<void> {
  addLoginRoutes(app, parts);
  addMetaRoute(app, parts);
  addMetaAllRoute(app, parts, again);
  addSeriesRoutes(app, parts, again);
  addMetadataRoutes(app, parts);
  addMetadataListRoutes(app, parts);
  addAreaRoutes(app);
  addForecastRoutes(app, parts, again);
  addBandsRoute(app, parts, again);
  addRunListRoutes(app, parts);
  addOverviewRoute(app, parts);
  addForecastStatusRoute(app, parts);
  addAccuracyRoute(app, parts);
  addSeriesDocumentRoute(app, parts);
  addAccountRoutes(app, parts);
  addAboutRoute(app, parts);
  addOperatorRoutes(app, parts);
  addHealthRoutes(app, parts, metrics);
  await addPages(app, parts);
}
