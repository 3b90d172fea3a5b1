// The built explorer: its page at every address that it reads, its files for a year, and nothing else.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { EXPLORER_PAGES, FILE_TYPES, findExplorer } from '#http/pages/explorer-files';
import { World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

const PAGE =
  '<!doctype html><title>Gridtide</title><script type="module" src="/assets/index-1.js"></script>';

const folder = await mkdtemp(join(tmpdir(), 'gridtide-explorer-'));
after(() => rm(folder, { recursive: true, force: true }));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), PAGE);
await writeFile(join(folder, 'index.html.br'), 'a smaller page');
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(folder, 'assets', 'index-1.js'), 'export {};\n');
await writeFile(join(folder, 'assets', 'index-1.js.br'), 'made smaller');
await writeFile(join(folder, 'assets', 'gone.css'), 'a file of an earlier build');
await writeFile(join(folder, 'secret.txt'), 'not a file of the page');

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z', explorerFolder: folder });
await rm(join(folder, 'assets', 'gone.css'));
await writeFile(join(folder, 'assets', 'late.js'), 'a file of a later build');
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string) => world.get(path, null);

describe('the web explorer', () => {
  for (const pattern of EXPLORER_PAGES) {
    const path = pattern.replace(':seriesId', 'dehrprice').replace(':area', 'DE');
    it(`${path} is the page, which browsers ask for each time, under a strict policy`, async () => {
      const { status, headers, text } = await get(path);
      assert.equal(status, 200);
      assert.equal(text, PAGE);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-cache');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      assert.match(policy, /frame-ancestors 'none'/);
    });
  }

  it('a file named by its hash may be kept for a year', async () => {
    const { status, headers } = await get('/assets/index-1.js');
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /javascript/);
    assert.match(String(headers['cache-control']), /max-age=31536000, immutable/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  it('a file is sent compressed to a browser that takes it', async () => {
    const encoded = await world.get('/assets/index-1.js', null, { 'accept-encoding': 'gzip, br' });
    assert.equal(encoded.text, 'made smaller');
    assert.equal(encoded.headers['content-encoding'], 'br');
    assert.match(String(encoded.headers['content-type']), /javascript/);
    const plain = await get('/assets/index-1.js');
    assert.deepEqual([plain.text, plain.headers['content-encoding']], ['export {};\n', undefined]);
    for (const { headers } of [encoded, plain])
      assert.match(String(headers.vary), /accept-encoding/i);
  });

  it('a browser that has a file gets 304, in the coding that it takes', async () => {
    const tags = new Set<string>();
    for (const encoding of ['br', 'identity']) {
      const asked = { 'accept-encoding': encoding };
      const first = await world.get('/assets/index-1.js', null, asked);
      const etag = String(first.headers.etag);
      tags.add(etag);
      const again = await world.get('/assets/index-1.js', null, {
        ...asked,
        'if-none-match': etag,
      });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag]);
      assert.equal(again.headers['cache-control'], first.headers['cache-control']);
      assert.equal(again.headers.vary, 'Accept-Encoding');
      const other = { ...asked, 'if-none-match': '"another"' };
      assert.equal((await world.get('/assets/index-1.js', null, other)).status, 200);
    }
    assert.equal(tags.size, 2, 'other bytes have another tag');
  });

  it('HEAD of a file has the headers of GET and no body', async () => {
    const url = '/assets/index-1.js';
    const headers = { 'accept-encoding': 'br' };
    const got = await world.get(url, null, headers);
    const head = await world.app.inject({ method: 'HEAD', url, headers });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    for (const name of ['content-length', 'content-type', 'content-encoding', 'etag', 'vary'])
      assert.equal(head.headers[name], got.headers[name], name);
    assert.equal(head.headers['content-length'], '12');
  });

  it('every file of the build has a type that the server knows', () => {
    const built = findExplorer();
    assert.ok(built, 'npm run explorer builds the page');
    const endings = new Set(readdirSync(join(built, 'assets')).map((name) => extname(name)));
    const known = new Set([...Object.keys(FILE_TYPES), '.br', '.gz']);
    assert.deepEqual(
      [...endings].filter((ending) => !known.has(ending)),
      [],
    );
  });

  it('the page is sent compressed to a browser that takes it', async () => {
    const encoded = await world.get('/s', null, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    assert.equal(encoded.text, 'a smaller page');
    assert.equal(encoded.headers['content-encoding'], 'br');
    assert.equal(encoded.headers.vary, 'Accept-Encoding');
    const other = await world.get('/s', null, { 'accept-encoding': 'gzip' });
    assert.deepEqual([other.text, other.headers['content-encoding']], [PAGE, undefined]);
    assert.equal((await get('/s')).headers.vary, undefined);
  });

  for (const path of ['/nowhere', '/s/a/b', '/index.html', '//example.com/']) {
    it(`a browser gets the page at ${path}, with the status of a path that does not exist`, async () => {
      const { status, headers, text } = await world.get(path, null, BROWSER);
      assert.deepEqual([status, text], [404, PAGE]);
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
    });
  }

  for (const [path, target] of [
    ['/docs/', '/docs'],
    ['/compare/?s=dehrprice', '/compare?s=dehrprice'],
    ['/s/dehrprice/', '/s/dehrprice'],
  ] as const) {
    it(`a browser is sent from ${path} to ${target}`, async () => {
      const { status, headers } = await world.get(path, null, BROWSER);
      assert.deepEqual([status, headers.location], [308, target]);
    });
  }

  for (const path of ['/api/v1/nowhere', '/assets/absent.js']) {
    it(`a browser gets a problem document at ${path}`, async () => {
      assertRefused(await world.get(path, null, BROWSER), 404, 'path_unknown');
    });
  }

  it('the explorer has an icon', async () => {
    const { status, headers } = await get('/favicon.svg');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'image/svg+xml');
  });

  for (const path of [
    '/assets/absent.js',
    '/assets/gone.css',
    '/assets/late.js',
    '/assets/index-1.js.br',
    '/assets/__proto__',
    '/assets/index-1.js%00',
    '/assets/',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/secret.txt',
    '/index.html',
    '/s/a/b',
  ]) {
    it(`${path} does not exist, and the answer is a problem document`, async () => {
      assertRefused(await get(path), 404, 'path_unknown');
    });
  }

  it('the explorer leaves the errors page and the API unchanged', async () => {
    assert.equal((await get('/errors')).status, 200);
    assert.equal((await get('/openapi.json')).status, 200);
    assertRefused(await get('/api/v1/metadata'), 401, 'token_missing');
  });
});
