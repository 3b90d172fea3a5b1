// The operator interface. Its guard runs before the body is read: a stranger cannot send 32 MiB.

import type { FastifyInstance } from 'fastify';
import { addOperatorAlertRoutes } from '#http/api/operator/alerts';
import { addAuditRoute } from '#http/api/operator/audit';
import { BodyMeter } from '#http/api/operator/body-meter';
import { addCollectRoute } from '#http/api/operator/collect';
import { addForecastTargetRoutes } from '#http/api/operator/forecast-targets';
import { addHeldRoutes } from '#http/api/operator/held';
import { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addImportRoutes } from '#http/api/operator/imports';
import { addKeyRoutes } from '#http/api/operator/keys';
import { operatorDoor } from '#http/api/operator/operator-route';
import { addPlanRoutes } from '#http/api/operator/plans';
import { addReaderRoutes } from '#http/api/operator/readers';
import { addRuleTrial } from '#http/api/operator/rule-trial';
import { addRunRoute } from '#http/api/operator/runs';
import { addOperatorSeriesRoutes } from '#http/api/operator/series';
import { addSignInHelp } from '#http/api/operator/sign-in-help';
import { addSourceOrderRoutes } from '#http/api/operator/source-order';
import { addStateRoutes } from '#http/api/operator/state';
import { addUserRoutes } from '#http/api/operator/users';
import { addValuesRoute, isRows } from '#http/api/operator/values';
import type { SignInReports } from '#http/api/user/sign-in-reports';
import { makeConfirm } from '#http/api/v1/account-password';
import { addWebhookRoutesBehind } from '#http/api/v1/webhooks/webhooks';
import { allowSlowBody } from '#http/connection/slow-clients';
import { makeGuard } from '#http/request/guard';
import { refuseUnknownFields } from '#http/request/known-fields';
import type { OperatorParts } from '#http/request/server-parts';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

export function addOperatorRoutes(
  app: FastifyInstance,
  parts: OperatorParts,
  reports: SignInReports,
): void {
  void app.register(async (scope) => {
    const guard = makeGuard(parts);
    scope.decorateRequest('bodyMeter', null);
    scope.addHook('preParsing', (request, reply, payload, done) => {
      void guard(request, reply, (error) => {
        if (error) {
          done(error);
          return;
        }
        reply.header('cache-control', 'no-store');
        const isRead = WITHOUT_BODY.has(request.method);
        if (!isRead) allowSlowBody(request.raw);
        const meter = isRead ? null : new BodyMeter(payload, request.routeOptions.bodyLimit!);
        request.bodyMeter = meter;
        done(null, meter ?? payload);
      });
    });
    scope.addHook('preHandler', (request, _reply, done) => {
      // Rows are read by their own reader, which knows their columns.
      done(refuseUnknownFields(request, isRows(request.body) ? undefined : request.body));
    });
    const { accounts } = parts.signIn;
    const writes = new IdempotentWrites(parts, makeConfirm(parts, reports));
    addOperatorSeriesRoutes(scope, parts, writes);
    addRuleTrial(scope, parts);
    addValuesRoute(scope, parts, writes);
    addRunRoute(scope, parts, writes);
    addSourceOrderRoutes(scope, parts, writes);
    addHeldRoutes(scope, parts, writes);
    addImportRoutes(scope, parts, writes);
    addAuditRoute(scope, parts);
    addCollectRoute(scope, parts);
    addStateRoutes(scope, parts, writes);
    addForecastTargetRoutes(scope, parts, writes);
    addUserRoutes(scope, accounts, writes, parts.limiter);
    addSignInHelp(scope, writes);
    addKeyRoutes(scope, accounts, writes, parts.context.zone);
    addReaderRoutes(scope, parts);
    addOperatorAlertRoutes(scope, parts, writes);
    addPlanRoutes(scope, accounts, writes);
    addWebhookRoutesBehind(operatorDoor(scope, writes), parts);
  });
}
