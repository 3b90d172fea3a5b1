// HTTPS_PROXY: a real proxy on this machine that connects to a service with a certificate of its own.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { enterProxy } from '#serve/enter-proxy';
import { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { sendDelivery } from '#service/webhooks/send-delivery';
import { until } from '../../harness/lifetime.ts';
import { ProductProcess } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { firstCases } from '../../harness/rounds.ts';
import { writeSelfSigned } from '../http/connection/self-signed.ts';
import { replay } from '../sources/replay-server.ts';

const ECB = 'www.ecb.europa.eu';
const RATES = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/x">
<Cube><Cube time='2024-05-17'><Cube currency='USD' rate='1.0844'/></Cube></Cube></gesmes:Envelope>`;

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy that leads every host to one port of this machine, and records what it was asked. */
async function openProxy(t: TestContext, port: number) {
  const asked: [host: string, authorization: string | undefined][] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request, socket) => {
    asked.push([request.url!, request.headers['proxy-authorization']]);
    const way = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      way.pipe(socket).pipe(way);
    });
    way.on('error', () => socket.destroy());
    socket.on('error', () => way.destroy());
    t.after(() => way.destroy());
  });
  return { asked, port: await listen(t, server) };
}

async function openEcb(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-proxy-'));
  t.after(() => rm(folder, { recursive: true }));
  const { certFile, cert, key } = await writeSelfSigned(folder, ECB);
  const service = createSecureServer({ cert, key }, (_, response) => response.end(RATES));
  const proxy = await openProxy(t, await listen(t, service));
  const argv = ['fetch', 'ecb', '--store', `sqlite:${join(folder, 'store.db')}`];
  return { folder, proxy, argv, env: { NODE_EXTRA_CA_CERTS: certFile } };
}

async function run(argv: readonly string[], env: Record<string, string>) {
  const command = new ProductProcess(argv, env);
  const [code] = await command.ended;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

suite('a proxy to other services', { timeout: 60_000 }, () => {
  test('gridtide fetch asks the ECB through HTTPS_PROXY, with the password of its address', async (t) => {
    const { proxy, argv, env } = await openEcb(t);
    const HTTPS_PROXY = `http://anna:s3cret@127.0.0.1:${proxy.port}`;
    const { code, stdout, stderr } = await run(argv, { ...env, HTTPS_PROXY });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1 new/);
    const password = `Basic ${Buffer.from('anna:s3cret').toString('base64')}`;
    assert.deepEqual(proxy.asked, [[`${ECB}:443`, password]]);
    assert.doesNotMatch(stdout + stderr, /s3cret/);
  });

  for (const workers of firstCases([2, 1])) {
    test(`a server of ${workers} processes reads a settings file and files of secrets, and collects through the proxy`, async (t) => {
      const { folder, proxy, env } = await openEcb(t);
      const file = async (name: string, text: string): Promise<string> => {
        await writeFile(join(folder, name), text, { mode: 0o600 });
        return join(folder, name);
      };
      const token = 'a token of 24 characters';
      const lines = [
        `STORE=sqlite:${join(folder, 'served.db')}`,
        `WORKERS=${workers}`,
        'METRICS_ACCESS=token',
        `METRICS_TOKEN_FILE=${await file('token', `${token.replaceAll(' ', '-')}\n`)}`,
        `COLLECT=${await file('collect.json', '{"sources":[{"source":"ecb","every":"6h"}]}')}`,
        `HTTPS_PROXY_FILE=${await file('proxy', `http://127.0.0.1:${proxy.port}\n`)}`,
      ];
      const settings = await file('settings.env', `${lines.join('\n')}\n`);
      const server = await ProductServer.start(t, { args: ['--settings', settings], env });
      const url = `http://127.0.0.1:${server.port}/metrics`;
      const authorization = `Bearer ${token.replaceAll(' ', '-')}`;
      assert.equal((await fetch(url, { headers: { authorization } })).status, 200);
      assert.equal((await fetch(url)).status, 401);
      await until(() => proxy.asked.length > 0 || undefined);
      assert.equal(proxy.asked[0]![0], `${ECB}:443`);
    });
  }

  test('an address that is no proxy is refused without repeating it', async (t) => {
    const { argv } = await openEcb(t);
    const env = { HTTPS_PROXY: 'socks5://anna:s3cret@127.0.0.1:1' };
    const { code, stderr } = await run(argv, env);
    assert.equal(code, 1);
    assert.match(stderr, /^gridtide fetch: HTTPS_PROXY is the address of a proxy: /);
    assert.doesNotMatch(stderr, /s3cret/);
    // A command that asks no other service does not look at it.
    const listed = await run(['settings', 'NO_PROXY'], env);
    assert.equal(listed.code, 0, listed.stderr);
  });

  test('hosts of NO_PROXY and this machine are asked without it, and webhooks always are', async (t) => {
    const proxy = await openProxy(t, 1);
    const { baseUrl, asked } = await replay(t, (response) => response.end('direct'));
    const leave = enterProxy({
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: 'example.org',
    });
    t.after(leave);
    assert.equal(await (await fetch(baseUrl)).text(), 'direct');
    const outcome = await sendDelivery(
      { url: baseUrl, headers: {}, body: '{}' },
      {
        reachable: new ReachableAddresses(['127.0.0.1']),
        now: 0,
        tryMs: 5_000,
        signal: new AbortController().signal,
      },
    );
    assert.deepEqual([outcome.status, asked.length], [200, 2]);
    // Nothing listens on port 1: a host that NO_PROXY names is connected to, and no other.
    await assert.rejects(fetch('https://127.0.0.1:1/'));
    assert.equal(proxy.asked.length, 0);
    await assert.rejects(fetch('https://other.example/'));
    assert.deepEqual(
      proxy.asked.map(([host]) => host),
      ['other.example:443'],
    );
  });

  test('a webhook to a public host is sent to the checked address, not through the proxy', async (t) => {
    const proxy = await openProxy(t, 1);
    t.after(enterProxy({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }));
    const outcome = await sendDelivery(
      { url: 'https://hooks.example/in', headers: {}, body: '{}' },
      {
        reachable: new ReachableAddresses([]),
        now: 0,
        tryMs: 5_000,
        signal: new AbortController().signal,
        resolve: (_, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
      },
    );
    assert.match(outcome.fault!, /^its address is not public/);
    assert.equal(proxy.asked.length, 0);
  });
});
