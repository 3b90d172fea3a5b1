// Builds the HTTP server: what every request meets, in order. serve/app.ts makes it listen.

import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { addRoutes } from '#http/api/routes';
import { SignInReports } from '#http/api/user/sign-in-reports';
import { makeMalformedHandler } from '#http/connection/malformed-request';
import { openServer } from '#http/connection/open-server';
import { renewTls } from '#http/connection/tls-files';
import { makeMetrics } from '#http/figures/metrics';
import { reportTo } from '#http/figures/report-request';
import { openDoor } from '#http/front/front-door';
import { addFigures } from '#http/health/server-figures';
import { addOpenApi } from '#http/openapi/openapi';
import { requireDeclaredAccess } from '#http/openapi/route';
import { readExplorerPage } from '#http/pages/explorer-files';
import { compileTypeCheck } from '#http/request/check-types';
import { addErrorHandler, refuseUnreadable } from '#http/request/error-handler';
import { addHooks, BODY_LIMIT, makeRequestIds, routeHeadAsGet } from '#http/request/hooks';
import { addUnknownPathHandler, rememberPaths } from '#http/request/known-paths';
import { addJsonParser } from '#http/request/read-json';
import type { ServerParts } from '#http/request/server-parts';

const LONGEST_PARAMETER = 1_024;

/** Without them Fastify would load compilers of its own, a tenth of the CPU of a start. The built program has none. */
const COMPILERS = {
  buildValidator: () => compileTypeCheck as never,
  buildSerializer: () => {
    throw new Error('answers are written without schemas');
  },
};

const OPTIONS = {
  // Requests are logged by a hook; a logger of Fastify's own would be made for each of them.
  logger: false,
  bodyLimit: BODY_LIMIT,
  routerOptions: { maxParamLength: LONGEST_PARAMETER },
  schemaController: { compilersFactory: COMPILERS },
  return503OnClosing: false,
  exposeHeadRoutes: false,
  rewriteUrl: routeHeadAsGet,
} as const satisfies FastifyServerOptions;

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { logger, trustProxy } = parts;
  const nextId = makeRequestIds();
  const metrics = makeMetrics(parts.version);
  addFigures(metrics, parts);
  const report = reportTo(metrics, logger, parts.slowRequestMs, parts.telemetry);
  const door = openDoor(parts, { nextId, metrics, report });
  const answerMalformed = makeMalformedHandler(nextId);
  const app: FastifyInstance = Fastify({
    ...OPTIONS,
    serverFactory: (router) => door.open(openServer(parts, answerMalformed), router),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) =>
      refuseUnreadable(error, request as never, reply as never, trustProxy),
    genReqId: nextId,
    // One hop: the server does not believe what a client itself writes into X-Forwarded-For.
    trustProxy: trustProxy ? (_address, hop) => hop === 0 : false,
  });
  app.addHook('preClose', async () => door.close());
  addJsonParser(app);
  const signIns = new SignInReports(metrics.own, parts);
  addHooks(app, parts, report, { strangers: door.strangers, room: door.room, signIns });
  addErrorHandler(app, logger, metrics.own, door.shedding);
  const listPaths = rememberPaths(app);
  requireDeclaredAccess(app);
  addOpenApi(app, parts);
  await addRoutes(app, parts, { metrics, repeated: door.repeated, signIns });
  const { explorerFolder: folder } = parts;
  addUnknownPathHandler(
    app,
    listPaths,
    folder === undefined ? undefined : readExplorerPage(folder),
  );
  if (parts.tls) renewTls(app, parts.tls, logger);
  return app;
}
