// The examples for nginx and Caddy in deploy/proxy, run if the machine has these programs: the largest write of an
// operator passes, a larger one is refused by Gridtide itself, and /metrics stays inside.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { VALUES_LIMIT } from '#http/api/operator/values';
import { findProgram, skipWithout } from '../../harness/find-program.ts';
import { findFreePort } from '../../harness/free-port.ts';
import { until } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { makeServedStore, type ServedStore } from '../serve/served-store.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');
const UPSTREAM = '127.0.0.1:8080';

let store: ServedStore;
let server: ProductServer;
const ends: (() => Promise<void> | void)[] = [];

/** Starts the product once, if a proxy or the comparison needs it. */
before(async () => {
  const lifetime = { after: (end: () => Promise<void>) => void ends.unshift(end) };
  store = await makeServedStore(lifetime);
  server = await ProductServer.start(lifetime, { env: { STORE: store.url, TRUST_PROXY: 'true' } });
  const definition = { description: 'Price', unit: 'EUR/MWh', resolution: 'hour' };
  const defined = await send(
    server.url,
    'PUT',
    '/api/operator/series/dehrprice',
    JSON.stringify(definition),
  );
  assert.ok(defined.ok, await defined.text());
});
after(async () => {
  for (const end of ends) await end();
});

const send = (url: string, method: string, path: string, body?: string): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${store.operatorKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });

/** A body of exactly this size; blanks make it as long. */
const bodyOf = (bytes: number): string =>
  '{"start":"2024-05-17T00:00:00Z","values":[61.5,null,57.4]}'.padEnd(bytes);

async function assertServes(url: string): Promise<void> {
  const ready = await fetch(`${url}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }]);
  const path = '/api/operator/series/dehrprice/values';
  const written = await send(url, 'POST', path, bodyOf(VALUES_LIMIT));
  assert.equal(written.status, 200, await written.text());
  const refused = await send(url, 'POST', path, bodyOf(VALUES_LIMIT + 1));
  assert.equal(refused.status, 413);
  assert.equal(((await refused.json()) as { code: string }).code, 'body_too_large');
  const values = await send(
    url,
    'GET',
    '/api/v1/series/dehrprice?format=csv&from=2024-05-17&to=2024-05-17',
  );
  assert.match(await values.text(), /,61\.5\n/);
}

async function startProxy(
  t: TestContext,
  program: string,
  args: readonly string[],
  env = {},
): Promise<void> {
  const proxy: ChildProcess = spawn(findProgram(program)!, args, {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  t.after(async () => {
    if (proxy.exitCode !== null) return;
    const ended = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await ended;
  });
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-proxy-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const isUp = (url: string): Promise<true> =>
  until(async () => ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok ? true : undefined));

describe('the examples of proxies', () => {
  it('the server itself takes the largest write and refuses a larger one, which a proxy must not change', () =>
    assertServes(server.url));

  it('nginx passes on what the server needs', { skip: skipWithout('nginx') }, async (t) => {
    const folder = await newFolder(t);
    const port = await findFreePort();
    const site = read('deploy/proxy/nginx.conf')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace(UPSTREAM, `127.0.0.1:${server.port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n');
    const log = `access_log off; error_log ${join(folder, 'error.log')};`;
    // Started by root, nginx would give its work to a user who may not enter the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const whole = `${user} daemon off; pid ${join(folder, 'pid')}; events {} http { ${log} ${temporary}\n${site} }`;
    await mkdir(join(folder, 'logs'));
    await writeFile(join(folder, 'nginx.conf'), whole);
    await startProxy(t, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
    const url = `http://127.0.0.1:${port}`;
    await isUp(url);
    await assertServes(url);
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
  });

  it('Caddy passes on what the server needs', { skip: skipWithout('caddy') }, async (t) => {
    const folder = await newFolder(t);
    const port = await findFreePort();
    const file = join(folder, 'Caddyfile');
    await writeFile(file, `{\n\tadmin off\n}\n${read('deploy/proxy/Caddyfile')}`);
    const url = `http://127.0.0.1:${port}`;
    const folders = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const names = { GRIDTIDE_SITE: url, GRIDTIDE_UPSTREAM: `127.0.0.1:${server.port}` };
    await startProxy(t, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      ...folders,
      ...names,
    });
    await isUp(url);
    await assertServes(url);
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
  });

  it('the page about proxies shows the lines of the files', () => {
    const page = read('docs/how-to/run/proxy-and-tls.md');
    const blockOf = (language: string): string[] =>
      new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``)
        .exec(page)![1]!
        .split('\n')
        .map((line) => line.trim());
    const nginx = read('deploy/proxy/nginx.conf')
      .split('\n')
      .map((line) => line.trim());
    const certificates = /^# ssl_certificate/;
    assert.deepEqual(
      blockOf('nginx').filter((line) => !nginx.includes(line) && !certificates.test(line)),
      [],
    );
    const caddy = read('deploy/proxy/Caddyfile')
      .replace(/\{\$\w+:([^}]+)\}/g, '$1')
      .split('\n')
      .map((line) => line.trim());
    assert.deepEqual(
      blockOf('caddyfile').filter((line) => !caddy.includes(line)),
      [],
    );
    const settings = (lines: readonly string[]) =>
      lines.filter((line) => /^[a-z_]+ .*;$/.test(line) && !line.startsWith('ssl_'));
    assert.deepEqual(settings(nginx), settings(blockOf('nginx')));
  });
});
