// ETag, Last-Modified and 304. An ETag is made from versions, before any value is read.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#core/time/instant';

/** A strong ETag over everything that decides an answer's bytes. */
export const etagOf = (
  ...parts: readonly (string | number | boolean | null | undefined)[]
): string => `"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)}"`;

let writtenInstant: Instant = Number.NaN;
let writtenDate = '';

/** An instant as a header writes it. The last one is remembered: all series of an import share theirs. */
function httpDate(instant: Instant): string {
  if (instant !== writtenInstant) writtenDate = new Date(instant).toUTCString();
  writtenInstant = instant;
  return writtenDate;
}

/**
 * Sets the validators. True if the client already has these bytes: the reply is then a 304 without a
 * body. Only GET and HEAD get a 304; a POST always gets its 200.
 */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  lastModified: Instant | null,
): boolean {
  reply.header('etag', etag);
  reply.header('cache-control', 'private, no-cache');
  if (lastModified !== null) reply.header('last-modified', httpDate(lastModified));
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const given = request.headers['if-none-match'];
  if (given === undefined || !matches(given, etag)) return false;
  reply.code(304);
  return true;
}

function matches(given: string, etag: string): boolean {
  return given.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
