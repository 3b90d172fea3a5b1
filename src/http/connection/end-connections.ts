// A server that closes finishes the answers under way, and then waits for no idle connection.

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
    // An answer whose head was sent before the closing began leaves its connection open.
    if (isClosing) app.server.closeIdleConnections();
    done();
  });
}
