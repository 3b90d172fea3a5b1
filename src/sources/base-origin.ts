// The server that is asked instead of a service: one on this machine, for tests, or the operator's own.

import { SourceFault } from '#sources/source';

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** The only origin that may be asked; undefined if the service itself is. Throws a SourceFault. */
export function readBaseOrigin(given: {
  readonly baseUrl?: string | undefined;
  readonly serviceUrl?: string | undefined;
}): string | undefined {
  const { baseUrl, serviceUrl } = given;
  if (baseUrl === undefined)
    return serviceUrl === undefined ? undefined : new URL(serviceUrl).origin;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isHttp && LOOPBACK.includes(url.hostname)) return url.origin;
  throw new SourceFault('a base URL must be on this machine: http://127.0.0.1:PORT/…');
}
