// A server that closes finishes every answer under way, and then waits for no connection kept alive.

import type { FastifyInstance } from 'fastify';

export function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    // An answer whose head was sent before the close began has left its connection open.
    if (isClosing) app.server.closeIdleConnections();
    done();
  });
}
