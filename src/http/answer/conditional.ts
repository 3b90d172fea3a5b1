// ETag, Last-Modified and 304. An ETag is made from versions, before any value is read.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#core/time/instant';
import { describeHours } from '#core/values/blocks';
import { acceptedCodings, tagWith, varyOf } from '#http/answer/content-coding';
import type { ServiceContext } from '#service/context';
import type { ForecastTask } from '#service/forecasts/settle-forecast';
import type { SeriesTask } from '#service/series/settle-series';
import type { SeriesRecord } from '#store/series-record';

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
 * body. Only GET and HEAD get a 304; a POST always gets its 200. An answer with validators holds no secret, so
 * it may be compressed for a client that asks for that (compress-answer.ts).
 */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  lastModified: Instant | null,
): boolean {
  const accepted = request.headers['accept-encoding'];
  request.plainTag = etag;
  reply.header('etag', etag);
  reply.header('cache-control', 'private, no-cache');
  // A client that has not asked for a coding gets what it always got.
  if (accepted !== undefined) reply.header('vary', varyOf(reply.getHeader('vary')));
  if (lastModified !== null) reply.header('last-modified', httpDate(lastModified));
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const given = request.headers['if-none-match'];
  const match = given === undefined ? undefined : findMatch(given, etag, accepted);
  if (match === undefined) return false;
  reply.header('etag', match);
  reply.code(304);
  return true;
}

/** The tag that the client has of this answer, in one of the codings that it takes. */
function findMatch(given: string, etag: string, accepted: string | undefined): string | undefined {
  const tags = [etag, ...acceptedCodings(accepted).map((coding) => tagWith(etag, coding))];
  for (const part of given.split(',')) {
    const tag = part.trim();
    if (tag === '*') return etag;
    const match = tags.find((each) => tag === each || tag === `W/${each}`);
    if (match !== undefined) return match;
  }
  return undefined;
}

export function taskTag(
  { series, span, reduction, aggregation, source, detail, conversion }: SeriesTask,
  { zone }: ServiceContext,
): string {
  const what =
    reduction.kind === 'extract'
      ? `${reduction.block.name} ${describeHours(reduction.block)}`
      : reduction.kind === 'resample'
        ? reduction.to.name
        : 'native';
  // The time besides the version: a new store counts its versions from one again.
  return [
    series.code,
    series.version,
    series.updatedAt,
    span?.start,
    span?.end,
    what,
    aggregation,
    zone.name,
    ...(source === undefined ? [] : [source]),
    ...(detail === undefined ? [] : [JSON.stringify(detail)]),
    ...(conversion === undefined ? [] : [conversion.currency, ...conversion.rates.map(versionOf)]),
  ].join('|');
}

const versionOf = ({ code, version, updatedAt }: SeriesRecord): string =>
  `${code} ${version} ${updatedAt}`;

/** The text covers the plan's cap: an answer kept for a larger plan is none for a smaller one. */
export function forecastTag(
  { kind, request, found, rates }: ForecastTask,
  pointsPerAnswer: number,
  { zone }: ServiceContext,
): string {
  return [
    kind,
    request.area.code,
    request.issueTime,
    request.source,
    request.fromIssueTime,
    request.toIssueTime,
    request.first,
    request.last,
    request.resolution.name,
    request.currency,
    ...found.map(({ series }) => versionOf(series)),
    ...rates.map(versionOf),
    pointsPerAnswer,
    zone.name,
  ].join('|');
}
