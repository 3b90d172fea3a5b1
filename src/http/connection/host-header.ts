// One Host header, no more and no less (RFC 9112, 3.2). Where there are two, a proxy in front and we
// could each believe another one.

import type { IncomingMessage } from 'node:http';

/** Node shows the first of several; only the headers as they came show them all. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** What is wrong with the Host of a request, in words. HTTP/1.0 may do without. */
export function hostFault(request: IncomingMessage): string | undefined {
  const count = countHosts(request);
  if (count > 1) return 'the request has more than one Host header';
  if (count === 0 && request.httpVersion === '1.1') return 'the request has no Host header';
  return undefined;
}
