// The limit: a Fastify server that parses the same request and sends bytes it was given, with the
// headers of the real answer. A process of its own.

import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { answerCalls } from '../../harness/processes.ts';
import { ownUsage } from './usage.ts';

export interface Canned {
  readonly method: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

answerCalls({
  async start(canned: readonly Canned[]) {
    const app = Fastify({ logger: false });
    for (const { method, path, bytes, headers } of canned) {
      const body = Buffer.from(bytes);
      app.route({
        method,
        url: path,
        handler: async (_request, reply) => reply.headers(headers).send(body),
      });
    }
    await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  },
  usage: ownUsage,
});
