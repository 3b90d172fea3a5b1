// A bare Fastify server with one route: the least that a start of such a server takes. Plain JavaScript, as the
// built product is, and with compiled code kept between starts, as the product keeps it.

import Fastify from 'fastify';

const app = Fastify();
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
// The compiled code is written when the process ends by itself.
process.once('SIGTERM', () => app.close());
