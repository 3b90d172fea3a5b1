// A service elsewhere that repeats the key it is asked with, in a different way each time.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifetime } from '../../harness/lifetime.ts';

/** Ways to repeat a key: in words, as it was sent, cut off in the middle, in a document. */
const ECHOES: readonly ((response: ServerResponse, key: string, url: string) => void)[] = [
  (response) => response.writeHead(503).end(),
  (response, key) => response.writeHead(401).end(`Unauthorized: ${key}`),
  (response, _key, url) => response.writeHead(403).end(`Cannot read ${url}`),
  (response, key) => response.writeHead(403).end(`${'x'.repeat(160)} ${key}`),
  (response, _key, url) => response.writeHead(400).end(acknowledge(url)),
  (response, key) => response.end(acknowledge(key)),
  (response, _key, url) => response.end(`not <xml ${url}`),
];

const acknowledge = (text: string): string =>
  `<?xml version="1.0"?><Acknowledgement_MarketDocument xmlns="urn:x"><Reason><code>999</code><text>Wrong key: ${text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</text></Reason></Acknowledgement_MarketDocument>`;

/** Starts the service and returns its address. */
export async function startEchoService(t: Lifetime): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    const key = new URL(request.url!, 'http://here').searchParams.get('securityToken') ?? '';
    ECHOES[count++ % ECHOES.length]!(response, key, request.url!);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** After this many requests the service has answered in every way. */
export const ECHO_COUNT = ECHOES.length;
