// The limit: a Fastify server that parses the same request and sends bytes it was given, with the
// headers of the real answer. A process of its own; talks to its parent by messages.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

interface Canned {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const [canned] = (await once(process, 'message')) as [Canned[]];
const app = Fastify({ logger: false });
for (const { method, path, body, headers } of canned) {
  const bytes = Buffer.from(body, 'base64');
  app.route({
    method,
    url: path,
    handler: async (_request, reply) => reply.headers(headers).send(bytes),
  });
}
await app.listen({ host: '127.0.0.1', port: 0 });
process.send!({ port: (app.server.address() as AddressInfo).port });
process.on('message', () => process.send!({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
