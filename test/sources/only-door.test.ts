// Only the files that are meant to open connections to other machines.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const SRC = new URL('../../src/', import.meta.url);

/** Ways out of a process, as a module names them. */
const WAYS_OUT =
  /(?<![.\w#])fetch\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|sendBeacon|from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|undici|pg)(?:\/promises)?'|(?:import|getBuiltinModule)\('(?:node:)?(?:http|https|http2|net|tls|dgram|dns|nodemailer)'\)/;
/** Types alone open nothing. */
const TYPE_IMPORT = /^import type .*$|^import type \{[^}]*\} from .*$/gm;

const MEANT: Readonly<Record<string, string>> = {
  'sources/fetch-politely.ts': 'sources: allowed hosts by https, no redirects',
  'client/transport.ts': 'the client: the server that its user names, in the page its own',
  'client/send-raw.ts': 'the same',
  'client/change-log.ts': 'the same',
  'explorer/pages/explore/snippets.ts': 'a text for people to copy',
  'explorer/pages/compare/table/many-snippets.ts': 'the same',
  'explorer/pages/reference/request-text.ts': 'the same',
  'cli/commands/doctor/examine-port.ts': 'whether Gridtide has the port that is taken: own machine',
  'serve/enter-proxy.ts': 'the proxy that fetch uses: it connects to nothing itself',
  'serve/start.ts': 'whether a port is free: listens, asks nobody',
  'http/connection/node-http.ts': 'Node’s server and texts of status codes: it connects to nothing',
  'http/connection/connection-room.ts':
    'a list of addresses that are refused: it connects to nothing',
  'http/connection/listen.ts': 'a further address of the server: it listens',
  'http/connection/open-server.ts': 'the server itself: it listens',
  'http/front/front-door.ts': 'whether the server speaks TLS: it connects to nothing',
  'accounts/sso/ask-provider.ts':
    'single sign-on: the provider that the operator names, by https, no redirects',
  'service/alerts/mail-transport.ts': 'e-mails of alerts: the operator’s own mail server',
  'service/webhooks/send-delivery.ts':
    'webhooks: the addresses that their owners name, public ones only, no redirects',
  'service/webhooks/reachable-addresses.ts': 'what an address looks like',
  'config-values.ts': 'the same',
  'accounts/address-group.ts': 'the same',
  'serve/telemetry/telemetry.ts': 'spans and figures: the receiver that the operator names',
  'store/engines/postgres/postgres-client.ts': 'the operator’s own PostgreSQL',
  'store/engines/postgres/postgres-pool.ts': 'the same',
  'store/engines/postgres/postgres-liveness.ts': 'the same',
};

describe('ways to other machines', async () => {
  const names = ((await readdir(SRC, { recursive: true })) as string[]).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const found: string[] = [];
  for (const name of names) {
    const text = (await readFile(new URL(name, SRC), 'utf8')).replace(TYPE_IMPORT, '');
    if (WAYS_OUT.test(text)) found.push(name);
  }

  it('only the few files that are meant to connect to other machines do so', () => {
    assert.deepEqual(found.sort(), Object.keys(MEANT).sort());
    assert.ok(names.length > 200);
  });
});
