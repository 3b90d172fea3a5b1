// The reference at /docs must make no request to another host.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../world/world.ts';
import { assertRefused } from './assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const get = (path: string) => world.get(path, null);

/** Everything a page asks for by itself: src, href of link, url() of its styles. */
function referencesOf(html: string): string[] {
  const tags =
    html
      .replace(/<!--[\s\S]*?-->/g, '')
      .match(/<(?:link|script|img|iframe|base|source|object|embed|form)\b[^>]*>/gi) ?? [];
  return tags.flatMap((tag) =>
    [...tag.matchAll(/\b(?:src|href|action|data|srcset)\s*=\s*["']?([^"'\s>]+)/gi)].map(
      (match) => match[1]!,
    ),
  );
}

const isOurs = (address: string): boolean =>
  address.startsWith('data:') || !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);

describe('GET /docs', () => {
  for (const path of ['/docs', '/docs/']) {
    it(`${path} is a page without a token, and names no other host`, async () => {
      const { status, headers, text } = await get(path);
      assert.equal(status, 200);
      assert.match(String(headers['content-type']), /^text\/html/);
      const references = referencesOf(text);
      assert.ok(references.length >= 5);
      for (const address of references) assert.ok(isOurs(address), address);
      assert.doesNotMatch(text, /\bon\w+=|javascript:/i);
    });
  }

  it('has everything it names', async () => {
    const { text } = await get('/docs');
    for (const address of referencesOf(text)) {
      const { status, headers } = await get(address);
      assert.equal(status, 200, address);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
  });

  it('has styles that load nothing from elsewhere', async () => {
    for (const path of ['swagger-ui.css', 'index.css']) {
      const { text } = await get(`/docs/static/${path}`);
      assert.doesNotMatch(text, /@import/);
      for (const [, address = ''] of text.matchAll(/url\(\s*["']?([^"')]+)/g))
        assert.ok(isOurs(address), address);
    }
  });

  it('starts with a script that asks only this server for the document', async () => {
    const { text } = await get('/docs/static/swagger-initializer.js');
    const code = text.replace(/^\s*\/\/.*$/gm, '').replace(/'data:[^']*'/g, "''");
    assert.doesNotMatch(code, /["'`](?:https?:)?\/\//);
    assert.match(code, /url: resolveUrl\('\.\/json'\)/);
    assert.match(code, /"validatorUrl":null/);
    assert.equal((await get('/docs/json')).text, (await get('/openapi.json')).text);
  });

  it('is forbidden by its policy to ask anyone else, whatever its scripts try', async () => {
    for (const path of ['/docs', '/docs/static/swagger-ui-bundle.js']) {
      const policy = String((await get(path)).headers['content-security-policy']);
      const directives = new Map(
        policy.split(';').map((part) => {
          const [name, ...sources] = part.trim().split(' ');
          return [name!, sources] as const;
        }),
      );
      assert.deepEqual(directives.get('default-src'), ["'none'"]);
      assert.deepEqual(directives.get('script-src'), ["'self'"]);
      assert.deepEqual(directives.get('connect-src'), ["'self'"]);
      assert.deepEqual(directives.get('frame-ancestors'), ["'none'"]);
      for (const [name, sources] of directives)
        for (const source of sources)
          assert.ok(
            ["'none'", "'self'", "'unsafe-inline'", 'data:'].includes(source),
            `${name} ${source}`,
          );
      assert.equal(directives.get('style-src')?.includes("'unsafe-inline'"), true);
    }
  });

  it('has nothing beside its own files', async () => {
    assertRefused(await get('/docs/static/nothing.js'), 404, 'path_unknown');
    for (const path of [
      '/docs/static/../../package.json',
      '/docs/static/%2e%2e%2f%2e%2e%2fpackage.json',
      '/docs/static/..%5c..%5cpackage.json',
    ]) {
      const { status, text } = await get(path);
      assert.ok(status === 404 || status === 400 || status === 403, `${path}: ${status}`);
      assert.ok(!text.includes('"dependencies"'));
    }
  });
});
