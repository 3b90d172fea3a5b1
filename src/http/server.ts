// Builds the HTTP server: what happens to every request, in order. Listening is app.ts's business.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Refusal } from '#core/errors';
import { refusalOf, sendRefusal, statusOf } from '#http/answer/problem';
import { addRoutes } from '#http/api/routes';
import { handleMalformedRequests, makeBrokenRequestHandler } from '#http/connection/broken-request';
import { capConnections } from '#http/connection/connection-cap';
import { endConnectionsWhenClosing } from '#http/connection/end-connections';
import { hostFault } from '#http/connection/host-header';
import { setSecurityHeaders } from '#http/connection/security-headers';
import { allowSlowAnswers, STALLED_MS } from '#http/connection/stalled-readers';
import { renewTls, tlsOptions } from '#http/connection/tls-files';
import { makeMetrics } from '#http/figures/metrics';
import { reportTo } from '#http/figures/report-request';
import { LoadShedding } from '#http/front/load-shedding';
import { RepeatedRequests } from '#http/front/repeated-request';
import { addForecastFigures } from '#http/health/forecast-figures';
import { addOpenApi } from '#http/openapi/openapi';
import { compileTypeCheck } from '#http/request/check-types';
import { makeGuard } from '#http/request/guard';
import { addUnknownPathHandler, rememberPaths } from '#http/request/known-paths';
import { addJsonParser } from '#http/request/read-json';
import type { ServerParts } from '#http/request/server-parts';
import { Stopwatch } from '#http/request/stopwatch';
import '#http/request/request-facts';

export const BODY_LIMIT = 64 * 1024;
const LONGEST_PARAMETER = 1_024;
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** How late either may be noticed. Node would look every 30 s, and end many at once; others feel that. */
const LOOK_EVERY_MS = 100;
const DEFAULT_CONNECTIONS = 5_000;

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const processId = randomBytes(5).toString('hex');
  let requestCount = 0;
  const nextId = (): string => `${processId}-${(++requestCount).toString(36)}`;
  const answerBroken = makeBrokenRequestHandler(nextId);
  const app = Fastify({
    // Requests are logged below; a logger of Fastify's own would be made anew for each of them.
    logger: false,
    // One hop: what a caller writes into X-Forwarded-For itself is not believed.
    trustProxy: parts.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALLED_MS,
    ...connectionOptions(parts),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    genReqId: nextId,
    clientErrorHandler: answerBroken,
    // An address that cannot be read: no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      request.stopwatch = new Stopwatch();
      setCommonHeaders(request, reply as never, parts.trustProxy);
      void sendRefusal(refusalOf(error), request, reply as never);
    },
    return503OnClosing: false,
  });
  const metrics = makeMetrics(parts.version);
  if (parts.forecasts) {
    addForecastFigures(metrics.registry, parts.store, parts.clock, parts.forecasts);
  }
  const report = reportTo(metrics, parts.logger);
  const again = new RepeatedRequests(parts, nextId, report);
  const shedding = new LoadShedding(nextId, metrics, parts.logger, parts.trustProxy);

  app.setValidatorCompiler(compileTypeCheck);
  // Answers are bytes or plain objects; a response schema is documentation and must not change them.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  addJsonParser(app);
  app.decorateRequest('now', 0);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('stopwatch', null as never);

  // Hooks that wait for nothing call back instead of making a promise each: there are four a request.
  app.addHook('onRequest', (request, reply, done) => {
    request.stopwatch = new Stopwatch();
    request.now = parts.clock();
    allowSlowAnswers(reply.raw);
    const fault = hostFault(request.raw);
    if (fault === undefined) done();
    else done(new Refusal('request_malformed', fault));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // Before the media type is looked at: a body that is too large is refused as that.
    const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT;
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > limit;
    const detail = `the body is larger than the ${limit} bytes this path accepts`;
    if (isTooLarge) done(new Refusal('body_too_large', detail));
    else done(null, isBodyLeftOut(request.raw) ? Readable.from([]) : payload);
  });
  app.addHook('preHandler', makeGuard(parts));
  app.addHook('onSend', (request, reply, payload, done) => {
    setCommonHeaders(request, reply, parts.trustProxy);
    done(null, payload);
  });
  endConnectionsWhenClosing(app);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { config, url } = request.routeOptions;
    const route = url ?? 'unknown';
    const { method, id, caller, stopwatch } = request;
    const { elapsedMs } = stopwatch;
    if (config.isProbe) metrics.observe(method, route, reply.statusCode, elapsedMs / 1000);
    else report(id, method, route, reply.statusCode, elapsedMs, caller?.user.name);
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'server_busy') shedding.count();
    else if (statusOf(refusal.code) >= 500) {
      parts.logger.error(
        { requestId: request.id, route: request.routeOptions.url, err: refusal.cause },
        refusal.code,
      );
    }
    return sendRefusal(refusal, request, reply);
  });

  const known = rememberPaths(app);
  requireDeclaredAccess(app);
  await addOpenApi(app, parts);
  await addRoutes(app, parts, metrics, again);
  addUnknownPathHandler(app, known);
  handleMalformedRequests(app, answerBroken);
  again.attach(app);
  shedding.attach(app, (request, response) => again.arrive(request, response));
  capConnections(app.server, parts.maxConnections ?? DEFAULT_CONNECTIONS, parts.logger);
  if (parts.tls) renewTls(app, parts.tls, parts.logger);
  return app;
}

/** Of Node's server, which speaks TLS where it was given a certificate. */
function connectionOptions({ tls }: ServerParts) {
  const common = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    // A request that announces no body has no stream that anybody could wait for the end of.
    optimizeEmptyRequests: true,
    // Node would refuse a missing Host with an empty answer: the first hook does it instead.
    requireHostHeader: false,
  };
  return tls ? { https: { ...common, ...tlsOptions(tls) } } : { http: common };
}

/** Where a type is named a body is looked for, and one that is not announced never ends: it is not there. */
const isBodyLeftOut = ({ headers }: IncomingMessage): boolean =>
  'content-type' in headers && !('content-length' in headers) && !('transfer-encoding' in headers);

/** What every answer carries, whatever its status. */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, trustProxy: boolean): void {
  reply.header('x-request-id', request.id);
  reply.header('server-timing', request.stopwatch.toString());
  setSecurityHeaders(request.raw, reply, trustProxy);
}

/** A route that does not say who may call it stops the start: the default is deny. */
function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: { url: string; config?: FastifyContextConfig }[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route as (typeof routes)[number]);
  });
  app.addHook('onReady', async () => {
    for (const { url, config } of routes) {
      if (config?.access === undefined)
        throw new Error(`route ${url} does not say who may call it`);
    }
  });
}
