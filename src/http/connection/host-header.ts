// A request must have exactly one Host header (RFC 9112, 3.2). With two, a proxy and we could each believe
// another one.

import type { IncomingMessage } from 'node:http';

/** Counts the Host headers. Node shows only the first of several; the raw headers show all. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** Returns what is wrong with the Host of a request, in words. HTTP/1.0 needs none. */
export function hostFault(request: IncomingMessage): string | undefined {
  const count = countHosts(request);
  if (count > 1) return 'the request has more than one Host header';
  if (count === 0 && request.httpVersion === '1.1') return 'the request has no Host header';
  return undefined;
}
