// GET /powerquery/Gridtide.pq: a program with the address of the server in it, and nothing else of the request.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';

const NOW = '2026-10-26T09:00:00Z';
const PATH = '/powerquery/Gridtide.pq';
const world = await World.open({ after }, { now: NOW });
const behindProxy = await World.open({ after }, { now: NOW, trustProxy: true });

const read = (headers: Record<string, string>, at = world) =>
  at.raw({ method: 'GET', url: PATH, headers });
const serverOf = (text: string): string => /^ {4}Server = "([^"]*)",$/m.exec(text)![1]!;

/** The code without comments and texts: only its structure. */
const bareOf = (text: string): string =>
  text.replace(/"(?:[^"]|"")*"/g, '""').replace(/\/\/[^\n]*/g, '');

describe('the functions for Power Query', () => {
  it('the file has the address that the client used', async () => {
    const answer = await read({ host: 'Data.example.com:8443' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(serverOf(answer.text), 'http://data.example.com:8443');
    for (const [host, origin] of [
      ['localhost:8080', 'http://localhost:8080'],
      ['example.com:80', 'http://example.com'],
      ['[::1]:8080', 'http://[::1]:8080'],
      ['192.0.2.1', 'http://192.0.2.1'],
    ] as const) {
      assert.equal(serverOf((await read({ host })).text), origin);
    }
  });

  it('behind a trusted proxy it is the proxy’s address, otherwise the header is not believed', async () => {
    const headers = {
      host: 'inner:8080',
      'x-forwarded-host': 'evil.example, data.example.com',
      'x-forwarded-proto': 'https',
    };
    const own = (await read(headers)).text;
    assert.equal(serverOf(own), 'http://inner:8080');
    assert.ok(!own.includes('example.com'));
    assert.equal(serverOf((await read(headers, behindProxy)).text), 'https://data.example.com');
  });

  it('a Host that is no host is refused: it would be part of a program', async () => {
    for (const host of [
      ...[
        'x" & Error("',
        'a b',
        'a/b',
        'quote"mark',
        '#(lf)',
        'a\\b',
        '.',
        '-',
        'a:b',
        'a:999999',
        'ä',
      ],
      ...['[::1', '[x]', 'user@host', 'a'.repeat(300)],
    ]) {
      const answer = await read({ host });
      assertRefused(answer, 400, 'request_malformed');
      assert.ok(!answer.text.includes(host) || host.length === 1, answer.text);
    }
  });

  it('the code has one expression with balanced brackets and the functions that it promises', async () => {
    const { text } = await read({ host: 'localhost:8080' });
    const bare = bareOf(text);
    const open: string[] = [];
    for (const mark of bare.match(/[()[\]{}]/g)!) {
      if ('([{'.includes(mark)) open.push(mark);
      else assert.equal(`${open.pop()}${mark}`, { ')': '()', ']': '[]', '}': '{}' }[mark]);
    }
    assert.deepEqual(open, []);
    const words = (word: string): number => bare.match(new RegExp(`\\b${word}\\b`, 'g'))!.length;
    assert.equal(words('let'), words('in'));
    assert.match(bare.trim(), /^let\b/);
    assert.match(text, /\n {4}\[Server = Server, Series = Series, Slice = Slice, Link = Link\]\n$/);
    // Every step but the last has a comma, and names are defined once.
    const steps = [...text.matchAll(/^ {4}(\w+) = /gm)].map(([, name]) => name);
    assert.deepEqual(steps, [
      ...['Server', 'TimeColumns', 'TextColumns', 'Typed', 'Parsed', 'AsTexts', 'Ask'],
      ...['Series', 'Slice', 'Link'],
    ]);
  });

  it('what the functions ask is answered', async () => {
    await world.load({ code: 'dehrprice', from: '2026-10-25T00:00:00Z', values: [1, 2] });
    const { text } = await read({ host: 'localhost:8080' });
    const [, series] = /"(api\/v1\/series\/)"/.exec(text)!;
    const answer = await world.get(`/${series}dehrprice?from=yesterday&kinds=true&format=csv`);
    assert.match(answer.text, /^time,value,kind,run\n2026-10-25T00:00:00Z,1,observed,\n/);
    const made = await world.post('/api/v1/links', { path: `/${series}dehrprice` });
    const link = await world.get(`${made.body.link}?format=csv&decimal=point&sep=,`, null);
    assert.match(link.text, /^time,value,kind,offset\n/);
  });

  it('HEAD is answered, and other methods are not', async () => {
    const headers = { host: 'localhost' };
    assert.equal((await world.raw({ method: 'HEAD', url: PATH, headers })).status, 200);
    const posted = await world.raw({ method: 'POST', url: PATH, headers });
    assertRefused(posted, 405, 'method_not_allowed');
  });
});
