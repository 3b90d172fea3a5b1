// Tells "no such path" (404) from "not with this method" (405). A browser gets a page that says so.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Collects the routes as they are added, and returns what lists them. To be called before the first. */
export function rememberPaths(app: FastifyInstance): () => readonly KnownPath[] {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const methods = methodsOf.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    if (methods.has('GET')) methods.add('HEAD');
    methodsOf.set(url, methods);
  });
  let known: readonly KnownPath[] | undefined;
  // Most servers meet no unknown path before they are ready.
  return () =>
    (known ??= [...methodsOf].map(([url, methods]) => ({ pattern: patternOf(url), methods })));
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
  listPaths: () => readonly KnownPath[],
  sendPage?: SendPage,
): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request);
    for (const { pattern, methods } of listPaths()) {
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
    else if (hasSlashTooMany(pathOf(request), listPaths())) redirectWithoutSlash(request, reply);
    else sendPage(reply.code(404));
    return reply;
  });
  app.setNotFoundHandler(refuse);
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** Whether a path is one of ours but for a slash at its end. */
const hasSlashTooMany = (path: string, known: readonly KnownPath[]): boolean =>
  path.endsWith('/') &&
  known.some(({ pattern, methods }) => methods.has('GET') && pattern.test(path.slice(0, -1)));

function redirectWithoutSlash(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  void reply.redirect(path.slice(0, -1) + request.url.slice(path.length), 308);
}
