// Tells "no such path" (404) from "not with this method" (405).

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

/** Refuses what no route takes. Neither refusal repeats what was sent. */
export function addUnknownPathHandler(app: FastifyInstance, known: Map<string, KnownPath>): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split('?', 1)[0]!;
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
    if (request.is404) refuse(request, reply);
  });
  app.setNotFoundHandler(refuse);
}
