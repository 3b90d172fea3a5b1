// The address of a caller before the router has the request, by the rule that Fastify is given.

import type { IncomingMessage } from 'node:http';

/** Believes one proxy, if any: only the last address is the proxy's word. Earlier ones come from the client. */
export function callerAddressOf({ socket, headers }: IncomingMessage, trustProxy: boolean): string {
  const own = socket.remoteAddress ?? '';
  if (!trustProxy) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  return forwarded.at(-1)!.trim() || own;
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
