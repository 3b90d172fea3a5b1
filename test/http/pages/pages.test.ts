import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { statusOf } from '#http/answer/problem';
import { type Answer, World } from '../../../harness/world/world.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
await world.load({ code: 'dehrprice' });

function assertPage({ status, headers, text }: Answer): void {
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.match(text, /^<!doctype html><html lang="en">/);
  assert.match(text, /<meta name="viewport"/);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!;
  const policy = String(headers['content-security-policy']);
  assert.ok(policy.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`), policy);
  assert.match(policy, /^default-src 'none';/);
  assert.doesNotMatch(text, /<script|<img|<link|style=/);
}

describe('GET /', () => {
  it('the home page says what runs here and how to call it', async () => {
    const answer = await world.get('/', null, { host: 'gridtide.example:8080' });
    assertPage(answer);
    assert.match(answer.text, /Gridtide 0\.0\.0-test/);
    assert.match(answer.text, /1 series, market time Europe\/Berlin/);
    for (const path of ['/api/v1/auth', '/api/fundamental/series', '/api/v1/series/dehrprice'])
      assert.ok(answer.text.includes(`http://gridtide.example:8080${path}`), path);
  });

  it('the home page shows https in its examples if a proxy says so', async (t) => {
    const behind = await World.open(t, { now: NOW, trustProxy: true });
    const headers = { host: 'gridtide.example', 'x-forwarded-proto': 'https' };
    const { text } = await behind.get('/', null, headers);
    assert.ok(text.includes('curl -s https://gridtide.example/api/v1/auth'));
  });

  it('the home page links only to paths that exist', async () => {
    const { text } = await world.get('/', null);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!);
    assert.ok(links.includes('/docs') && links.includes('/errors'));
    for (const link of links) assert.equal((await world.get(link, null)).status, 200, link);
  });

  it('the home page says that the data is synthetic if it is, and only then', async (t) => {
    assert.doesNotMatch((await world.get('/', null)).text, /synthetic/);
    const demo = await World.open(t, { now: NOW, isDemo: true });
    const answer = await demo.get('/', null);
    assertPage(answer);
    assert.match(answer.text, /All data here is synthetic/);
  });

  it('the home page does not let a Host header write into it', async () => {
    const { text } = await world.get('/', null, { host: 'x"><script>alert(1)</script>' });
    assert.doesNotMatch(text, /<script/);
    assert.match(text, /&lt;script&gt;/);
  });
});

describe('GET /errors', () => {
  it('the errors page explains every code at the place that problem documents link to', async () => {
    const answer = await world.get('/errors', null);
    assertPage(answer);
    for (const code of Object.keys(REFUSALS) as RefusalCode[]) {
      const row = new RegExp(`<tr id="${code}">.*?</tr>`).exec(answer.text)?.[0];
      assert.ok(row, code);
      assert.ok(row.includes(`<td>${statusOf(code)}</td>`));
      assert.ok(row.includes(REFUSALS[code].title));
    }
  });

  it('the type of a refusal leads to the errors page', async () => {
    const { body } = await world.get('/api/v1/account', null);
    const [path, anchor] = body.type.split('#');
    assert.ok((await world.get(path, null)).text.includes(`id="${anchor}"`));
  });
});
