// The body of a request before anybody reads it.

import type { IncomingMessage } from 'node:http';

/** Questions are short. A longer body is read once, by whoever parses it. */
const LONGEST_BODY = 4_096;

/**
 * A body that has arrived as a whole, which a small one mostly does with the headers. Whoever does not
 * answer the request puts it back: `request.unshift(body)`.
 */
export function takeArrivedBody(request: IncomingMessage): Buffer | undefined {
  const { readableLength, headers } = request;
  if (readableLength === 0 || readableLength > LONGEST_BODY) return undefined;
  if (Number(headers['content-length']) !== readableLength) return undefined;
  return request.read();
}
