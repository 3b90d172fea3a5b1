// Builds the HTTP server: what every request meets, in order. serve/app.ts makes it listen.

import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { addRoutes } from '#http/api/routes';
import { SignInReports } from '#http/api/user/sign-in-reports';
import { ConnectionRoom } from '#http/connection/connection-room';
import { makeMalformedHandler } from '#http/connection/malformed-request';
import { DEFAULT_CONNECTIONS, openServer } from '#http/connection/open-server';
import { renewTls } from '#http/connection/tls-files';
import { makeMetrics } from '#http/figures/metrics';
import { reportTo } from '#http/figures/report-request';
import { FrontDoor } from '#http/front/front-door';
import { LoadShedding } from '#http/front/load-shedding';
import { RepeatedRequests } from '#http/front/repeated-request';
import { StrangerGate } from '#http/front/stranger-gate';
import { addDataFigures, addLatenessFigures, addWebhookFigures } from '#http/health/data-figures';
import {
  addBackupFigures,
  addCollectFigures,
  addForecastFigures,
  addTelemetryFigures,
} from '#http/health/schedule-figures';
import { addOpenApi } from '#http/openapi/openapi';
import { requireDeclaredAccess } from '#http/openapi/route';
import { readExplorerPage } from '#http/pages/explorer-files';
import { compileTypeCheck } from '#http/request/check-types';
import { routeHeadAsGet } from '#http/request/head-requests';
import {
  addErrorHandler,
  addHooks,
  BODY_LIMIT,
  makeRequestIds,
  refuseUnreadable,
} from '#http/request/hooks';
import { addUnknownPathHandler, rememberPaths } from '#http/request/known-paths';
import { addJsonParser } from '#http/request/read-json';
import type { ServerParts } from '#http/request/server-parts';
import { StrangerLimit } from '#http/request/stranger-limit';

const LONGEST_PARAMETER = 1_024;

/** Without them Fastify would load compilers of its own, a tenth of the CPU of a start. The built program has none. */
const COMPILERS = {
  buildValidator: () => compileTypeCheck as never,
  buildSerializer: () => {
    throw new Error('answers are written without schemas');
  },
};

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { logger, trustProxy } = parts;
  const nextId = makeRequestIds();
  const metrics = makeMetrics(parts.version);
  addForecastFigures(metrics.own, parts);
  addCollectFigures(metrics.own, parts);
  addBackupFigures(metrics.own, parts);
  addTelemetryFigures(metrics, parts);
  addDataFigures(metrics.own, parts);
  addLatenessFigures(metrics.own, parts);
  addWebhookFigures(metrics.own, parts);
  const report = reportTo(metrics, logger, parts.slowRequestMs, parts.telemetry);
  const strangers = new StrangerLimit(parts.strangerRequestsPerMinute);
  const repeated = new RepeatedRequests(parts, nextId, report, strangers);
  const gate = new StrangerGate({ ...parts, limit: strangers, nextId, report });
  const isStranger = (request: IncomingMessage) => gate.isStranger(request);
  const shedding = new LoadShedding({ nextId, metrics, logger, trustProxy, isStranger });
  const { maxConnections: most = DEFAULT_CONNECTIONS } = parts;
  const admits = (address: string) => strangers.admitsConnection(address);
  const room = new ConnectionRoom({ most, trustProxy, admits });
  const door = new FrontDoor({ room, gate, shedding, repeated, trustProxy });
  const answerMalformed = makeMalformedHandler(nextId);

  const app: FastifyInstance = Fastify({
    serverFactory: (router) => door.open(openServer(parts, answerMalformed), router),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) =>
      refuseUnreadable(error, request as never, reply as never, trustProxy),
    genReqId: nextId,
    // Requests are logged by a hook; a logger of Fastify's own would be made for each of them.
    logger: false,
    // One hop: the server does not believe what a client itself writes into X-Forwarded-For.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: { compilersFactory: COMPILERS },
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: routeHeadAsGet,
  });
  app.addHook('preClose', async () => door.close());
  addJsonParser(app);
  const signIns = new SignInReports(metrics.own, parts);
  addHooks(app, parts, report, { strangers, room, signIns });
  const countDamaged = metrics.own.addCounter(
    'gridtide_damaged_reads_total',
    'Requests that met damaged stored values. Run gridtide check if it grows.',
  );
  addErrorHandler(app, logger, (code) => {
    if (code === 'server_busy') shedding.count();
    if (code === 'data_damaged') countDamaged();
  });

  const listPaths = rememberPaths(app);
  requireDeclaredAccess(app);
  addOpenApi(app, parts);
  await addRoutes(app, parts, { metrics, repeated, signIns });
  const { explorerFolder: folder } = parts;
  addUnknownPathHandler(
    app,
    listPaths,
    folder === undefined ? undefined : readExplorerPage(folder),
  );
  if (parts.tls) renewTls(app, parts.tls, logger);
  return app;
}
