// HTTPS without a proxy: which files are accepted, what is served, and how a certificate is renewed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request as ask, type IncomingMessage } from 'node:http';
import { request as askByTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectByTls } from 'node:tls';
import Fastify from 'fastify';
import { pino } from 'pino';
import { ensurePlan } from '#accounts/plan-changes';
import { readConfig } from '#config';
import { readTls, renewTls, tlsOptions } from '#http/connection/tls-files';
import { startApp } from '#serve/app';
import { openSocket } from '../../../harness/http/raw-connection.ts';
import { until } from '../../../harness/lifetime.ts';
import { addQuickUser } from '../../../harness/quick-users.ts';
import { World } from '../../../harness/world/world.ts';
import { type MadePair, makeSelfSigned, writeSelfSigned } from './self-signed.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-tls-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function startTls(t: TestContext) {
  const pair = await writeSelfSigned(await makeFolder(t));
  const config = readConfig({
    PORT: '0',
    STORE: 'sqlite::memory:',
    FORECASTS: 'false',
    TLS_CERT: pair.certFile,
    TLS_KEY: pair.keyFile,
  });
  const app = await startApp(config, { isDemo: false, logger: pino({ level: 'silent' }) });
  t.after(() => app.close());
  return { app, pair, port: Number(new URL(app.url).port) };
}

async function get(url: string, { cert }: MadePair, path: string): Promise<IncomingMessage> {
  const sent = askByTls(new URL(path, url), { ca: cert, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

describe('a server with a certificate of its own', () => {
  it('a server with a certificate answers by HTTPS to a client that checks it, and says to stay with HTTPS', async (t) => {
    const { app, pair } = await startTls(t);
    assert.match(app.url, /^https:\/\/localhost:\d+$/);
    for (const [path, status] of [
      ['/healthz', 200],
      ['/', 200],
      ['/nowhere', 404],
      ['/api/v1/series/%zz', 400],
    ] as const) {
      const { statusCode, headers } = await get(app.url, pair, path);
      assert.equal(statusCode, status);
      assert.equal(headers['strict-transport-security'], 'max-age=31536000');
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    }
    await assert.rejects(
      get(app.url, makeSelfSigned(), '/healthz'),
      'a stranger’s is not accepted',
    );
  });

  it('a session over TLS has a cookie that is Secure and bound to the host', async (t) => {
    const { app, pair, port } = await startTls(t);
    const { accounts } = app.store;
    await ensurePlan(accounts, { name: 'everything', patterns: ['*'] });
    const user = { name: 'anna', password: 'a-long-enough-password', planName: 'everything' };
    await addQuickUser(accounts, user, Date.now());
    const send = async (method: string, path: string, headers: object, body = '') => {
      const url = new URL(path, app.url);
      const sent = askByTls(url, { ca: pair.cert, agent: false, method, headers: { ...headers } });
      const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage];
      answer.resume();
      return answer;
    };
    const body = JSON.stringify({ username: 'anna', password: user.password });
    const headers = { 'content-type': 'application/json', origin: app.url };
    const plain = { ...headers, origin: app.url.replace('https', 'http') };
    assert.equal((await send('POST', '/api/v1/session', plain, body)).statusCode, 403);
    const answer = await send('POST', '/api/v1/session', headers, body);
    const [cookie] = answer.headers['set-cookie']!;
    assert.match(
      cookie!,
      new RegExp(`^__Host-gridtide-session-${port}=gts_\\w+; Path=/; HttpOnly`),
    );
    assert.match(cookie!, /; SameSite=Strict; Secure$/);
    const own = { cookie: cookie!.split(';')[0]! };
    assert.equal((await send('GET', '/api/v1/account', own)).statusCode, 200);
    const bare = { cookie: own.cookie.replace('__Host-', '') };
    assert.equal((await send('GET', '/api/v1/account', bare)).statusCode, 401);
  });

  it('a caller’s connection over TLS gets every answer in order, one by one and sent ahead', async (t) => {
    const { app, pair, port } = await startTls(t);
    const { accounts } = app.store;
    await ensurePlan(accounts, { name: 'everything', patterns: ['*'] });
    const user = { name: 'anna', password: 'a-long-enough-password', planName: 'everything' };
    await addQuickUser(accounts, user, Date.now());
    const body = JSON.stringify({ username: 'anna', password: user.password });
    const socket = connectByTls({ port, host: 'localhost', ca: pair.cert });
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    const answers = () => text.split(/HTTP\/1\.1 (?=\d)/).slice(1);
    socket.write(
      `POST /api/v1/auth HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => answers().length === 1 && text.endsWith('"'));
    const token = /"(gt\w+)"$/.exec(text)![1];
    const request = (i: number): string =>
      `GET /api/v1/account?${i} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nX-Unused: ${'x'.repeat(i)}\r\n\r\n`;
    for (let i = 0; i < 5; i++) {
      socket.write(request(i));
      await until(() => answers().length === i + 2 && answers().at(-1)!.includes('"anna"'));
    }
    const ahead = 200;
    socket.write(Array.from({ length: ahead }, (_, i) => request(i)).join(''));
    await until(() => answers().length === ahead + 6 && answers().at(-1)!.includes('"anna"'));
    assert.ok(answers().every((answer) => answer.startsWith('200 ')));
    socket.destroy();
  });

  it('a server with a certificate says to stay with HTTPS even in answers to malformed requests', async (t) => {
    const { pair, port } = await startTls(t);
    const socket = connectByTls({ port, host: 'localhost', ca: pair.cert });
    socket.end('nonsense\r\n\r\n');
    const text = Buffer.concat(await Array.fromAsync(socket)).toString();
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /\r\nstrict-transport-security: max-age=31536000\r\n/);
  });

  it('a server with a certificate speaks no TLS older than 1.2', async (t) => {
    const { pair, port } = await startTls(t);
    const at = { port, host: 'localhost', ca: pair.cert };
    const old = connectByTls({
      ...at,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    });
    await assert.rejects(once(old, 'secureConnect'));
    const allowed = connectByTls({ ...at, maxVersion: 'TLSv1.2' });
    await once(allowed, 'secureConnect');
    assert.equal(allowed.getProtocol(), 'TLSv1.2');
    allowed.destroy();
  });

  it('a server with a certificate ends connections that are no TLS, or never become it, and goes on', {
    timeout: 60_000,
  }, async (t) => {
    const { app, pair, port } = await startTls(t);
    const plain = ask({ port, host: '127.0.0.1', path: '/healthz', agent: false }).end();
    await assert.rejects(once(plain, 'response'));
    const silent = await openSocket(port);
    await once(silent.resume(), 'close');
    assert.equal((await get(app.url, pair, '/healthz')).statusCode, 200);
  });
});

describe('Strict-Transport-Security', () => {
  const headerOf = async (t: TestContext, trustProxy: boolean, proto?: string) => {
    const world = await World.open(t, { now: '2024-05-17T10:00:00Z', trustProxy });
    const headers: Record<string, string> =
      proto === undefined ? {} : { 'x-forwarded-proto': proto };
    const { headers: answered } = await world.get('/healthz', null, headers);
    return answered['strict-transport-security'];
  };

  it('Strict-Transport-Security is sent if the proxy in front was asked by HTTPS', async (t) => {
    assert.equal(await headerOf(t, true, 'https'), 'max-age=31536000');
    assert.equal(await headerOf(t, true, 'http, HTTPS'), 'max-age=31536000');
  });

  it('Strict-Transport-Security is not sent over plain HTTP, whatever the client claims', async (t) => {
    assert.equal(await headerOf(t, true), undefined);
    assert.equal(await headerOf(t, true, 'http'), undefined);
    assert.equal(await headerOf(t, true, 'https, http'), undefined);
    assert.equal(await headerOf(t, false, 'https'), undefined);
  });
});

describe('the files of a certificate', () => {
  it('bad certificate files are refused in a sentence that names the setting and the file, without their content', async (t) => {
    const folder = await makeFolder(t);
    const good = await writeSelfSigned(folder);
    const other = join(folder, 'other.pem');
    await writeFile(other, makeSelfSigned().key);
    const words = join(folder, 'words.pem');
    await writeFile(words, 'this is s3cret\n');
    const missing = join(folder, 'missing.pem');
    const { certFile, keyFile } = good;
    for (const [files, said] of [
      [{ certFile: missing, keyFile }, /^TLS_CERT: \S+missing\.pem cannot be read \(ENOENT\)$/],
      [{ certFile, keyFile: missing }, /^TLS_KEY: \S+missing\.pem cannot be read \(ENOENT\)$/],
      [{ certFile: folder, keyFile }, /^TLS_CERT: \S+ cannot be read \(EISDIR\)$/],
      [{ certFile: words, keyFile }, /^TLS_CERT: \S+words\.pem holds no certificate/],
      [{ certFile: keyFile, keyFile }, /^TLS_CERT: \S+key\.pem holds no certificate/],
      [{ certFile, keyFile: words }, /^TLS_KEY: \S+words\.pem holds no private key/],
      [{ certFile, keyFile: certFile }, /^TLS_KEY: \S+cert\.pem holds no private key/],
      [{ certFile, keyFile: other }, /^TLS_KEY: the key in \S+other\.pem is not that of the/],
    ] as const) {
      await assert.rejects(readTls(files), (error: Error) => {
        assert.match(error.message, said);
        assert.doesNotMatch(error.message, /s3cret|BEGIN/);
        assert.equal(error.cause, undefined);
        return true;
      });
    }
  });

  it('certificate and key must both be named', () => {
    assert.throws(
      () => readConfig({ TLS_CERT: 'a.pem' }),
      /^Error: TLS_CERT is set, but TLS_KEY is/,
    );
    assert.throws(
      () => readConfig({ TLS_KEY: 'a.pem' }),
      /^Error: TLS_KEY is set, but TLS_CERT is/,
    );
    assert.equal(readConfig({}).tls, undefined);
  });

  it('renewed certificate files are taken up, but only if they fit each other', async (t) => {
    const folder = await makeFolder(t);
    const pair = await readTls(await writeSelfSigned(folder));
    const logged: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
    const app = Fastify({ https: tlsOptions(pair) });
    t.after(() => app.close());
    renewTls(app as never, pair, logger, 10);
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    const isShown = async (certificate: string): Promise<boolean> => {
      const socket = connectByTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const shown = socket.getPeerX509Certificate()!.toString();
      socket.destroy();
      return shown === certificate;
    };
    assert.ok(await isShown(pair.cert.toString()));

    const renewed = makeSelfSigned();
    await replaceFile(pair.certFile, renewed.cert);
    await until(() => logged.length > 0 || undefined);
    assert.match(logged[0]!, /the certificate was not renewed/);
    assert.ok(await isShown(pair.cert.toString()), 'the one that has its key goes on');

    await replaceFile(pair.keyFile, renewed.key);
    await until(() => logged.length > 1 || undefined);
    assert.match(logged[1]!, /the certificate was renewed/);
    assert.ok(await isShown(renewed.cert));
    assert.equal(logged.length, 2, 'a fault is told once');
    assert.doesNotMatch(logged.join(''), /PRIVATE/);
  });
});

/** Replaces a file as programs that renew certificates do: a reader never finds half of it. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
