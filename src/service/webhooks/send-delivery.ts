// One try of a delivery: a POST to the address that was checked, and to no other. Redirects are not followed.

import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Instant, SECOND_MS } from '#core/time/instant';
import type { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { readRetryAfter } from '#service/webhooks/retry-schedule';

/** The time of one try. */
export const TRY_MS = 20 * SECOND_MS;
/** The status by which a receiver ends a webhook. */
const GONE = 410;
/** The body of an answer says nothing. It is read up to here, so that the receiver can finish writing it. */
const MOST_ANSWER_BYTES = 65_536;

export interface Try {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendParts {
  readonly reachable: ReachableAddresses;
  readonly now: Instant;
  readonly tryMs: number;
  /** Ends the try when the server stops. */
  readonly signal: AbortSignal;
  /** Resolves names; tests replace it. */
  readonly resolve?: Resolve;
}

/** Finds all addresses of a name. */
export type Resolve = (
  host: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface TryOutcome {
  readonly status: number | null;
  /** Null if the try was a success. It has no text of the receiver's. */
  readonly fault: string | null;
  readonly isGone: boolean;
  readonly askedMs?: number;
}

class AddressRefused extends Error {}

const NOT_REACHED = 'its address is not public, and WEBHOOK_ALLOW does not name it';

/** What is said of errors with these codes. Others are told by their codes. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was ended',
};

const failed = (fault: string): TryOutcome => ({ status: null, fault, isGone: false });

/** Never rejects, unless the server stops. */
export async function sendDelivery(sent: Try, parts: SendParts): Promise<TryOutcome> {
  const url = new URL(sent.url);
  if (!parts.reachable.mayAsk(url)) return failed(NOT_REACHED);
  const late = AbortSignal.timeout(parts.tryMs);
  try {
    const answer = await post(url, sent, parts, AbortSignal.any([late, parts.signal]));
    return outcomeOf(answer, parts.now);
  } catch (error) {
    parts.signal.throwIfAborted();
    if (late.aborted) return failed(`no answer within ${parts.tryMs / SECOND_MS} s`);
    return failed(describeError(error as NodeJS.ErrnoException));
  }
}

function describeError(error: NodeJS.ErrnoException): string {
  if (error instanceof AddressRefused) return NOT_REACHED;
  const { code = 'unknown' } = error;
  return FAULTS[code] ?? `the connection failed: ${code}`;
}

function outcomeOf({ statusCode, headers }: IncomingMessage, now: Instant): TryOutcome {
  const status = statusCode!;
  if (status >= 200 && status < 300) return { status, fault: null, isGone: false };
  const askedMs = readRetryAfter(headers['retry-after'], now);
  const fault =
    status >= 300 && status < 400
      ? `redirects are not followed: status ${status}`
      : `the receiver answered with status ${status}`;
  return { status, fault, isGone: status === GONE, ...(askedMs === undefined ? {} : { askedMs }) };
}

/** Resolves when the head of the answer has come. */
function post(
  url: URL,
  { headers, body }: Try,
  parts: SendParts,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      // Every try opens a connection of its own, whose address is checked.
      agent: false as const,
      lookup: checkedLookup(parts),
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'gridtide-webhooks',
      },
    };
    const request = ask(url, options, (answer) => {
      discard(answer);
      resolve(answer);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Reads the rest of an answer and forgets it. */
function discard(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) answer.destroy();
  });
  answer.on('error', () => {});
}

const resolveByDns: Resolve = (host, callback) => resolveName(host, { all: true }, callback);

/**
 * Resolves the name once, and hands the addresses to the connection only if all of them may be reached: a name
 * with one public and one private address is a trick.
 */
function checkedLookup({ reachable, resolve = resolveByDns }: SendParts): LookupFunction {
  return (host, { all }, callback) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      const mayConnect = () => addresses.every(({ address }) => reachable.mayReach(host, address));
      if (error) callback(error, []);
      else if (!first || !mayConnect()) callback(new AddressRefused(), []);
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
}
