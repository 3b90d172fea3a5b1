// Tells "no such path" (404) from "not with this method" (405). A browser gets a page that says so.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Collects the routes as they are added. To be called before the first. */
export function rememberPaths(app: FastifyInstance): Map<string, KnownPath> {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  return known;
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);

type SendPage = (reply: FastifyReply) => FastifyReply;

/** Programs ask for JSON, or do not say: only a browser names HTML. */
const isBrowser = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(?:api\/|assets\/|prometheus\/|mcp\b)/.test(url);

/** Refuses what no route takes. Neither refusal repeats what was sent. A browser gets `sendPage`'s page if there is one. */
export function addUnknownPathHandler(
  app: FastifyInstance,
  known: Map<string, KnownPath>,
  sendPage?: SendPage,
): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request);
    for (const { pattern, methods } of known.values()) {
      if (!pattern.test(path)) continue;
      const allowed = [...methods].sort().join(', ');
      reply.header('allow', allowed);
      throw new Refusal('method_not_allowed', `this path answers ${allowed}`);
    }
    throw new Refusal('path_unknown', 'there is nothing at this path');
  };
  // On arrival, before the body is read: whatever its body, the path is what is wrong.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    if (!sendPage || !isBrowser(request)) refuse(request, reply);
    else if (hasSlashTooMany(pathOf(request), known)) redirectWithoutSlash(request, reply);
    else sendPage(reply.code(404));
    return reply;
  });
  app.setNotFoundHandler(refuse);
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** Whether a path is one of ours but for a slash at its end. */
const hasSlashTooMany = (path: string, known: Map<string, KnownPath>): boolean =>
  path.endsWith('/') &&
  known
    .values()
    .some(({ pattern, methods }) => methods.has('GET') && pattern.test(path.slice(0, -1)));

function redirectWithoutSlash(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  void reply.redirect(path.slice(0, -1) + request.url.slice(path.length), 308);
}
