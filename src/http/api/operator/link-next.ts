// Lists in pages: the Link header leads to the next one.

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Links the same request with `before` set. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, before: string): void {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('before', before);
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`);
}
