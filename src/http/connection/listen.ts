// Listening. On many machines `localhost` is two addresses, and the server listens on both.

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseAlike } from '#http/connection/connection-room';

type FindAddresses = (host: string) => Promise<readonly { readonly address: string }[]>;

const findAddresses: FindAddresses = (host) => lookup(host, { all: true });

/** Resolves to the port. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  find = findAddresses,
): Promise<number> {
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  if (host !== 'localhost') return bound.port;
  for (const { address } of await find(host)) {
    if (address !== bound.address) await listenToo(app, address, bound.port);
  }
  return bound.port;
}

/** Hands connections to a further address to the same server. An address that cannot be had is left out. */
async function listenToo(app: FastifyInstance, host: string, port: number): Promise<void> {
  const { server } = app;
  const further = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  further.maxConnections = server.maxConnections;
  refuseAlike(further, server);
  server.once('close', () => further.close());
  try {
    await once(further.listen({ host, port }), 'listening');
  } catch {
    further.close();
  }
}
