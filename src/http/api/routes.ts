// Every route, in the order a reader would look for them. Folders below are the URL.

import type { FastifyInstance } from 'fastify';
import { addMetaRoute } from '#http/api/fundamental/meta';
import { addMetaAllRoute } from '#http/api/fundamental/meta-all';
import { addSeriesMultiRoute, addSeriesRoute } from '#http/api/fundamental/series';
import { addMcpRoute } from '#http/api/mcp/route';
import { addOperatorRoutes } from '#http/api/operator/routes';
import { addPrometheusRoutes } from '#http/api/prometheus/routes';
import { addLoginRoutes } from '#http/api/user/login';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { addAboutRoute } from '#http/api/v1/about';
import { addAccountRoutes } from '#http/api/v1/account';
import { addAccuracyRoutes } from '#http/api/v1/accuracy';
import { addAlertRoutes } from '#http/api/v1/alerts';
import { addBoardRoutes } from '#http/api/v1/boards';
import { addChangesRoutes } from '#http/api/v1/changes/areas';
import { addEventRoutes } from '#http/api/v1/changes/events';
import { addRunRoutes } from '#http/api/v1/forecasts/runs';
import { addSlicedRoute } from '#http/api/v1/forecasts/sliced';
import { addLinkRoutes } from '#http/api/v1/links/links';
import { addMetadataRoutes } from '#http/api/v1/metadata';
import { addMetadataListRoutes } from '#http/api/v1/metadata-lists';
import { addPictureRoute } from '#http/api/v1/pictures';
import { addAreaRoutes } from '#http/api/v1/power-balance-forecast/areas';
import { addBandsRoutes } from '#http/api/v1/power-balance-forecast/bands';
import { addDaysRoute } from '#http/api/v1/power-balance-forecast/days';
import { addForecastRoutes } from '#http/api/v1/power-balance-forecast/forecasts';
import { addOverviewRoute } from '#http/api/v1/power-balance-forecast/overview';
import {
  addCategoriesRoute,
  addIssueTimesRoute,
} from '#http/api/v1/power-balance-forecast/run-lists';
import { addForecastStatusRoute } from '#http/api/v1/power-balance-forecast/status';
import { addSeriesDocumentRoute } from '#http/api/v1/series';
import { addSessionRoutes } from '#http/api/v1/session';
import { addStatusRoute } from '#http/api/v1/status';
import { addTableRoutes } from '#http/api/v1/tables';
import { addWebhookRoutes } from '#http/api/v1/webhooks/webhooks';
import type { Metrics } from '#http/figures/metrics';
import type { RepeatedRequests } from '#http/front/repeated-request';
import { addHealthRoutes } from '#http/health/health';
import { addPages } from '#http/pages/pages';
import type { ServerParts } from '#http/request/server-parts';

/** What routes share besides the server's parts. */
export interface RouteParts {
  readonly metrics: Metrics;
  readonly repeated: RepeatedRequests;
  readonly signIns: SignInReports;
}

export async function addRoutes(
  app: FastifyInstance,
  parts: ServerParts,
  { metrics, repeated, signIns: reports }: RouteParts,
): Promise<void> {
  const { context } = parts;
  addLoginRoutes(app, parts, reports);
  addSessionRoutes(app, parts, reports);
  addMetaRoute(app, context);
  addMetaAllRoute(app, parts, repeated);
  addSeriesRoute(app, parts, repeated);
  addSeriesMultiRoute(app, parts);
  addMetadataRoutes(app, context);
  addMetadataListRoutes(app, context);
  addAreaRoutes(app);
  addForecastRoutes(app, parts, repeated);
  addBandsRoutes(app, parts, repeated);
  addIssueTimesRoute(app, context);
  addCategoriesRoute(app);
  addOverviewRoute(app, context);
  addDaysRoute(app, context);
  addForecastStatusRoute(app, parts);
  addAccuracyRoutes(app, parts);
  addSlicedRoute(app, parts);
  addRunRoutes(app, context);
  addSeriesDocumentRoute(app, parts);
  addTableRoutes(app, parts);
  addChangesRoutes(app, context);
  addEventRoutes(app, parts);
  addStatusRoute(app, parts);
  addWebhookRoutes(app, parts);
  addAccountRoutes(app, parts, reports);
  addLinkRoutes(app, parts);
  addBoardRoutes(app, parts);
  addAlertRoutes(app, parts);
  addPictureRoute(app, parts);
  addAboutRoute(app, parts);
  addPrometheusRoutes(app, parts);
  addMcpRoute(app, parts, metrics);
  addOperatorRoutes(app, parts, reports);
  addHealthRoutes(app, parts, metrics);
  await addPages(app, parts);
}
