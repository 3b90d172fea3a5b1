// What several routes of the operator interface read and answer alike: dry runs, and lists in pages.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseField } from '#core/errors';
import { parseFlag } from '#http/request/query-values';

/** Reads the flag. No schema has checked it if the route reads its body itself: it may be a list. */
export function readDryRun(given: unknown): boolean {
  if (given === undefined || typeof given === 'string') return parseFlag(given, 'dryRun');
  throw refuseField('field_invalid', 'dryRun', 'must be given once', ['true', 'false']);
}

/** Links the same request with `before` set. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, before: string): void {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('before', before);
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`);
}
