// The origin of a request: the client's address, and the scheme and host that the client used. They are those of the
// connection itself, or in the words of a trusted proxy. What a proxy adds to a list comes last. Earlier values come
// from the client.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The address of a caller before the router has the request, by the rule that Fastify is given: one proxy is believed. */
export function callerAddressOf({ socket, headers }: IncomingMessage, trustProxy: boolean): string {
  const own = socket.remoteAddress ?? '';
  if (!trustProxy) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  return forwarded.at(-1)!.trim() || own;
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);

export const isEncrypted = (socket: Socket): boolean =>
  'encrypted' in socket && socket.encrypted === true;

/** Whether a request came by TLS: to us, or to the proxy in front if that one is trusted. */
export function isSecure({ socket, headers }: IncomingMessage, trustProxy: boolean): boolean {
  if (isEncrypted(socket) || !trustProxy) return isEncrypted(socket);
  return lastOf(headers['x-forwarded-proto']).toLowerCase() === 'https';
}

/** The host, with the port if it is not the scheme's own, in lower case; '' if the client named none. */
export function clientHostOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(headers['x-forwarded-host']) : '';
  return (forwarded || (headers.host ?? '')).toLowerCase();
}

const lastOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)!
    .trim();

/** The origin that the client used, such as https://gridtide.example.com. */
export function clientOriginOf(request: IncomingMessage, trustProxy: boolean): string {
  const scheme = isSecure(request, trustProxy) ? 'https' : 'http';
  return `${scheme}://${withoutOwnPort(clientHostOf(request, trustProxy), scheme)}`;
}

/**
 * Whether an Origin header names the origin that the client used. Over plain HTTP without a trusted proxy its
 * scheme is not compared: a proxy that is not trusted may speak HTTPS to the client.
 */
export function isOwnOrigin(
  origin: string,
  request: IncomingMessage,
  trustProxy: boolean,
): boolean {
  const match = /^(https?):\/\/([^/?#\s]+)$/.exec(origin.toLowerCase());
  if (!match) return false;
  const [, scheme, host] = match as unknown as [string, string, string];
  const isKnown = trustProxy || isEncrypted(request.socket);
  if (isKnown && (scheme === 'https') !== isSecure(request, trustProxy)) return false;
  return withoutOwnPort(clientHostOf(request, trustProxy), scheme) === host;
}

/** Leaves out the scheme's own port, which an Origin never has and a Host header may. */
export function withoutOwnPort(host: string, scheme: string): string {
  const port = scheme === 'https' ? ':443' : ':80';
  return host.endsWith(port) ? host.slice(0, -port.length) : host;
}

// A request must have exactly one Host header (RFC 9112, 3.2). With two, a proxy and we could each believe
// another one.

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
