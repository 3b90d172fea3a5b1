// The body of a request that arrived together with its headers, read before the router reads it.

import type { IncomingMessage } from 'node:http';

/** Questions are short. Only the parser reads a longer body. */
const LONGEST_BODY = 4_096;

/**
 * Takes a body that has arrived as a whole, as a small one mostly does with the headers. If the request is
 * then not answered, the body must be put back: `request.unshift(body)`.
 */
export function takeArrivedBody(request: IncomingMessage): Buffer | undefined {
  const { readableLength, headers } = request;
  if (readableLength === 0 || readableLength > LONGEST_BODY) return undefined;
  if (Number(headers['content-length']) !== readableLength) return undefined;
  return request.read();
}
