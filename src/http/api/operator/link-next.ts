// Lists that go on: the Link header leads to the next page.

import type { FastifyReply, FastifyRequest } from 'fastify';

/** The same request from `before` on. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, before: string): void {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('before', before);
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`);
}
