// What happens to every request that the router takes, hook by hook.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import type { Payload } from '#http/answer/compress-answer';
import { type Coding, codingFor } from '#http/answer/content-coding';
import { hostFault } from '#http/connection/client-origin';
import type { ConnectionRoom } from '#http/connection/connection-room';
import { answerHeaders } from '#http/connection/security-headers';
import type { FinishedRequest, ReportRequest } from '#http/figures/report-request';
import { makeGuard, refuseForeignSignIn, type SignInWatch } from '#http/request/guard';
import { showsSecret } from '#http/request/presented-secret';
import { type Access, Stopwatch } from '#http/request/request-facts';
import type { AccountParts, ConnectionParts } from '#http/request/server-parts';
import type { StrangerLimit } from '#http/request/stranger-limit';
import '#http/request/request-facts';

/** Bytes of a body, unless a route allows more. */
export const BODY_LIMIT = 64 * 1024;

/** What has to know of each answer whether it went to a caller with a token, and of sign-ins. */
export interface Watchers {
  readonly strangers: StrangerLimit;
  readonly room: ConnectionRoom;
  /** Told of passwords that come with a request itself. */
  readonly signIns: SignInWatch;
}

/** Adds the hooks. Those that wait for nothing call back: a promise each would be four a request. */
export function addHooks(
  app: FastifyInstance,
  parts: AccountParts & ConnectionParts,
  report: ReportRequest,
  { strangers, room, signIns }: Watchers,
): void {
  const { clock, trustProxy } = parts;
  app.decorateRequest('now', 0);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('stopwatch', null as never);
  app.decorateRequest('plainTag', undefined);
  app.decorateRequest('hasNoSecret', false);
  app.decorateRequest('keepsIn', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    restoreHead(request.raw);
    request.stopwatch = new Stopwatch();
    request.now = clock();
    done(arrivalFault(request, trustProxy));
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const fault = bodyFault(request);
    if (fault) done(fault);
    else done(null, lacksAnnouncedBody(request.raw) ? Readable.from([]) : payload);
  });
  app.addHook('preHandler', makeGuard(parts, signIns));
  app.addHook('onSend', (request, reply, payload, done) => {
    const send = (sent: unknown): void => {
      setAnswerHeaders(request, reply, trustProxy);
      if (mayHoldSecret(request, reply)) reply.header('cache-control', 'no-store');
      done(null, request.method === 'HEAD' ? dropBody(reply, sent) : sent);
    };
    const coding = codingFor(request, reply, payload);
    if (coding) compress(request, reply, payload as Payload, coding).then(send, done);
    else send(payload);
  });
  endConnectionsWhenClosing(app);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { caller, method, raw, ip } = request;
    const { isProbe = false } = request.routeOptions.config;
    report(finished(request, reply.statusCode));
    if (caller) room.noteCaller(raw.socket);
    if (caller || isSignIn(method, reply.statusCode)) strangers.noticeCaller(raw, ip);
    else if (!isProbe && showsSecret(raw, trustProxy)) strangers.count(ip);
  });
}

/** What refuses a request before its body is read. */
function arrivalFault(request: FastifyRequest, trustProxy: boolean): Error | undefined {
  const fault = hostFault(request.raw);
  if (fault !== undefined) return new Refusal('request_malformed', fault);
  try {
    refuseForeignSignIn(request, trustProxy);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** What is told about a request that was answered. */
function finished(request: FastifyRequest, status: number): FinishedRequest {
  const { id, method, caller, stopwatch, headers } = request;
  const { url: route = 'unknown', config } = request.routeOptions;
  const { isProbe = false, isQuiet = false, mayWait = false } = config;
  return {
    id,
    method,
    route,
    status,
    elapsedMs: stopwatch.elapsedMs,
    user: caller?.user.name,
    isDeniedWrite: isDenied(status) && mayWrite(method, config.access),
    mayWait,
    traceparent: headers.traceparent,
    isQuiet: isProbe || isQuiet,
  };
}

/** A server that closes finishes the answers under way, and then waits for no idle connection. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    // An answer whose head was sent before the closing began leaves its connection open.
    if (isClosing) app.server.closeIdleConnections();
    done();
  });
}

/** What compresses is loaded with the first answer that needs it: a server is ready sooner without. */
async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  coding: Coding,
): Promise<Payload> {
  const { packer } = await import('#http/answer/compress-answer');
  return request.stopwatch.time('compress', () => packer.pack(request, reply, payload, coding));
}

/** Whether an answer without a caller made one: nothing else that is public is sent with POST. */
const isSignIn = (method: string, status: number): boolean => method === 'POST' && status === 200;

const isDenied = (status: number): boolean => status === 401 || status === 403;

/** Whether a route changes something: the routes that read by POST take other callers. */
const mayWrite = (method: string, access: Access | undefined): boolean =>
  method !== 'GET' && method !== 'HEAD' && WRITERS.includes(access);

const WRITERS: readonly (Access | undefined)[] = ['session', 'operator', 'audit', 'write'];

const PROGRAM_PATHS = ['/api/', '/prometheus/', '/mcp'];

/** Tokens, keys and accounts are in answers that nothing validates: no proxy or browser may keep those. */
const mayHoldSecret = (request: FastifyRequest, reply: FastifyReply): boolean =>
  PROGRAM_PATHS.some((path) => request.url.startsWith(path)) &&
  !reply.hasHeader('etag') &&
  !reply.hasHeader('cache-control');

/** The refusal of a body that is announced as too large, whatever its media type. */
function bodyFault({ routeOptions, headers }: FastifyRequest): Refusal | undefined {
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT;
  if (Number(headers['content-length'] ?? 0) <= limit) return undefined;
  return new Refusal(
    'body_too_large',
    `the body is larger than the ${limit} bytes this path accepts`,
  );
}

/** Whether a request names a type but announces no body: Fastify would wait for one that never ends. */
const lacksAnnouncedBody = ({ headers }: IncomingMessage): boolean =>
  'content-type' in headers && !('content-length' in headers) && !('transfer-encoding' in headers);

/** What a page or a picture may set itself. */
const OWN_POLICIES = ['content-security-policy', 'cross-origin-resource-policy'];

/** Sets the headers of every answer. A page keeps the policies that it has set. */
export function setAnswerHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  trustProxy: boolean,
): void {
  const policies = OWN_POLICIES.map((name) => [name, reply.getHeader(name)] as const);
  reply.headers(answerHeaders(request.raw, request.id, String(request.stopwatch), trustProxy));
  for (const [name, policy] of policies) if (policy !== undefined) reply.header(name, policy);
}

/** Returns a function that returns the next id of a request: unique across processes, short, in order within one. */
export function makeRequestIds(): () => string {
  const processId = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${processId}-${(++count).toString(36)}`;
}

// A HEAD is answered by the route of the GET, without the body. A route of its own beside each GET would take a
// sixth of the CPU of a start.

const heads = new WeakSet<IncomingMessage>();

/** For Fastify's `rewriteUrl`, which runs just before the router: has it take a HEAD for a GET. */
export function routeHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** Gives a request that has been routed its own method back. */
function restoreHead(request: IncomingMessage): void {
  if (heads.has(request)) request.method = 'HEAD';
}

/** Leaves the body of an answer out, and says how long it would be. Returns what is sent. */
function dropBody(reply: FastifyReply, payload: unknown): null {
  if (payload instanceof Readable) payload.on('error', () => {}).resume();
  else if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', Buffer.byteLength(payload));
  return null;
}
