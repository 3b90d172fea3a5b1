// The content coding of an answer: which one a client likes best (RFC 9110, 12.5.3), and the ETag of an answer
// in it. What compresses is loaded with the first answer that needs it (compress-answer.ts).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Coding = 'zstd' | 'br' | 'gzip';

/** The preferred one first: zstd takes the least CPU for the bytes that it saves. */
export const CODINGS: readonly Coding[] = ['zstd', 'br', 'gzip'];

/** A smaller answer is one packet either way. */
export const LEAST_BYTES = 1_024;

/** The weights of a header by the names of its codings, in lower case. */
type Weights = ReadonlyMap<string, number>;

const WEIGHT = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const NAMES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

/** Clients send few different headers. Longer ones are odd, and read each time. */
const MOST_KNOWN = 64;
const LONGEST_KNOWN = 100;
const known = new Map<string, Weights>();

function weightsOf(header: string): Weights {
  const found = known.get(header);
  if (found) return found;
  const weights = new Map(header.toLowerCase().split(',').flatMap(readPart));
  if (header.length <= LONGEST_KNOWN) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(header, weights);
  }
  return weights;
}

/** A part that cannot be read counts as one that the client does not take. */
function readPart(part: string): [name: string, weight: number][] {
  const [name = '', weight, ...rest] = part.split(';').map((text) => text.trim());
  if (name === '') return [];
  const read = weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0);
  return [[NAMES[name] ?? name, rest.length === 0 ? read : 0]];
}

const weightOf = (weights: Weights, name: string): number =>
  weights.get(name) ?? weights.get('*') ?? 0;

/**
 * The coding that a client likes best; undefined if the answer goes out as it is. A client that sends no header
 * has not asked for any.
 */
export function chooseCoding(
  header: string | undefined,
  offered: readonly Coding[] = CODINGS,
): Coding | undefined {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  let best: Coding | undefined;
  // Without a weight of its own, an answer as it is comes last.
  let most = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weightOf(weights, coding);
    if (weight === 0 || (best ? weight <= most : weight < most)) continue;
    best = coding;
    most = weight;
  }
  return best;
}

/** The same as a word for a key. Requests without the header have a word of their own: no Vary answers them. */
export const codingWord = (header: string | undefined): string =>
  header === undefined ? '' : (chooseCoding(header) ?? 'identity');

/** All codings that a client takes. */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return [];
  const weights = weightsOf(header);
  return CODINGS.filter((coding) => weightOf(weights, coding) > 0);
}

/** The ETag of an answer in a coding: its bytes are others than those of the answer as it is. */
export const tagWith = (etag: string, coding: Coding | undefined): string =>
  coding === undefined ? etag : `${etag.slice(0, -1)}-${coding}"`;

/** The text of a Vary header that names one more header of the request. */
export const varyOf = (vary: unknown): string =>
  vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;

/** Types of answers that are not compressed in themselves. Events are sent one by one and must not wait. */
const COMPRESSIBLE =
  /^(?:application\/(?:json|x-ndjson|vnd\.apache\.arrow\.stream)|text\/(?!event-stream)|image\/svg\+xml)\b/;

/**
 * Lets an answer be compressed that has no validators. The author of a call makes sure that the answer holds no
 * secret. A client that has not asked for a coding gets what it always got.
 */
export function allowCoding(request: FastifyRequest, reply: FastifyReply): void {
  request.hasNoSecret = true;
  if (request.headers['accept-encoding'] !== undefined)
    reply.header('vary', varyOf(reply.getHeader('vary')));
}

/**
 * The coding that an answer is compressed with on its way out; undefined if it is sent as it is. Unless its route
 * says that it holds no secret, an answer without a tag, that no cache may keep or that sets a cookie may hold one.
 * The length of a compressed secret beside a text of the caller's tells about the secret.
 */
export function codingFor(
  { headers, plainTag, hasNoSecret }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Coding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || reply.statusCode !== 200) return undefined;
  const isUntagged = plainTag === undefined;
  if (!hasNoSecret && (isUntagged || `${reply.getHeader('cache-control')}`.includes('no-store')))
    return undefined;
  if (reply.hasHeader('content-encoding') || reply.hasHeader('set-cookie')) return undefined;
  if (!isLong(payload)) return undefined;
  return COMPRESSIBLE.test(`${reply.getHeader('content-type')}`)
    ? chooseCoding(accepted)
    : undefined;
}

const isLong = (payload: unknown): boolean =>
  payload instanceof Readable ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= LEAST_BYTES);

/** Says in the headers of an answer how it is compressed. */
export function setCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding);
  const { plainTag } = reply.request;
  if (plainTag !== undefined) reply.header('etag', tagWith(plainTag, coding));
}
