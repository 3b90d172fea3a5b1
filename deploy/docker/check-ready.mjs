// The health check of the container: exit code 0 if the server inside it answers that it is ready.

import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

const { PORT = '8080', TLS_CERT } = process.env;
const send = TLS_CERT ? overHttps : overHttp;
// The certificate is not compared: it names the host that clients use, and the way leads through no network.
const asked = send({
  ...{ host: '127.0.0.1', port: Number(PORT) || 8080, path: '/readyz' },
  ...{ rejectUnauthorized: false, timeout: 4000 },
});
asked.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('timeout', () => process.exit(1));
asked.on('error', () => process.exit(1));
asked.end();
