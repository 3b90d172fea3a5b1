// Lists of many series are sent page by page: neither side has the whole list in memory, and a client that
// stops reading stops the reading of the store.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

const COUNT = 20_000;
/** The most pages read for a client that does not read: the system's buffers, and one page more. */
const MOST_AHEAD = 12;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
let port: number;
let token: string;

before(async () => {
  await world.store.write(async (writer) => {
    for (let i = 0; i < COUNT; i++) {
      const code = `${i % 20 === 0 ? 'de' : 'xx'}${String(i).padStart(6, '0')}`;
      const description = `Series ${i}, ${'a long description '.repeat(20)}`;
      const rest = { unit: 'MWh', resolution: 'hour', area: null, category: null } as const;
      await writer.defineSeries({ code, description, ...rest });
    }
  });
  port = await listen(world.app);
  token = await world.token('trader');
});

/** Sends a request as bytes; the test reads the answer as it arrives. */
async function ask(path: string, body?: unknown): Promise<Socket> {
  const socket = await openSocket(port);
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: here',
    `Authorization: Bearer ${token}`,
    'Connection: close',
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${content}`);
  return socket;
}

const LISTS = [
  ['/api/fundamental/meta/all', { Prefix: '' }, 'Code'],
  ['/api/v1/metadata', undefined, 'seriesId'],
] as const;

for (const [path, body, field] of LISTS) {
  describe(`${path} of ${COUNT} series`, () => {
    it(`${path} begins before the store has read more than a few pages`, async (t) => {
      const search = t.mock.method(world.store, 'searchSeries');
      const socket = await ask(path, body);
      await once(socket, 'readable');
      assert.ok(search.mock.callCount() <= MOST_AHEAD, `${search.mock.callCount()} pages`);
      socket.destroy();
    });

    it(`${path} waits for a client that does not read, and goes on when it does`, async (t) => {
      const search = t.mock.method(world.store, 'searchSeries');
      const socket = await ask(path, body);
      await once(socket, 'readable');
      let pages = -1;
      while (pages !== search.mock.callCount()) {
        pages = search.mock.callCount();
        await delay(200);
      }
      assert.ok(pages <= MOST_AHEAD, `${pages} pages read for a client that does not read`);
      let text = '';
      for await (const chunk of socket.setEncoding('utf8')) text += chunk;
      assert.ok(search.mock.callCount() > pages);
      assert.equal(text.split(`"${field}":`).length - 1, COUNT);
    });

    it(`${path} stops reading the store when its client has gone`, async (t) => {
      const search = t.mock.method(world.store, 'searchSeries');
      const socket = await ask(path, body);
      await once(socket, 'readable');
      socket.destroy();
      let pages = -1;
      while (pages !== search.mock.callCount()) {
        pages = search.mock.callCount();
        await delay(200);
      }
      assert.ok(pages <= MOST_AHEAD, `${pages} pages read for a client that does not read`);
    });
  });
}

describe('a list', () => {
  it('a list is not read at all for a client that has it', async (t) => {
    const { headers } = await world.get('/api/v1/metadata');
    const search = t.mock.method(world.store, 'searchSeries');
    const ifChanged = { 'if-none-match': String(headers.etag) };
    assert.equal((await world.get('/api/v1/metadata', 'trader', ifChanged)).status, 304);
    assert.equal(search.mock.callCount(), 0);
  });

  it('a list of what a plan includes reads only what can be in it', async (t) => {
    const search = t.mock.method(world.store, 'searchSeries');
    const { body } = await world.get('/api/v1/metadata', 'german');
    assert.equal(body.length, COUNT / 20);
    assert.ok(search.mock.callCount() <= 2);
  });

  it('a list without a token is read in short pages, and its limit is kept across them', async (t) => {
    const all = await world.get('/api/v1/metadata?limit=700', 'trader');
    const search = t.mock.method(world.store, 'searchSeries');
    const { headers, body } = await world.get('/api/v1/metadata/series?limit=700', null);
    assert.deepEqual(body, all.body);
    assert.match(String(headers.link), /after=/);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.deepEqual(
      search.mock.calls.map((call) => call.arguments[0]?.limit),
      [200, 200, 200, 200],
    );
  });

  it('a list without a token has all series, and the limit of its number no next page', async () => {
    const { body } = await world.get('/api/v1/metadata/series?prefix=de', null);
    assert.equal(body.length, COUNT / 20);
    const limited = await world.get(`/api/v1/metadata/series?prefix=de&limit=${COUNT / 20}`, null);
    assert.deepEqual(limited.body, body);
    assert.equal(limited.headers.link, undefined);
    const { body: none, headers } = await world.get(
      '/api/v1/metadata/series?prefix=zz&limit=5',
      null,
    );
    assert.deepEqual([none, headers.link], [[], undefined]);
  });

  it('a list of a few series asks the store for no more', async (t) => {
    const search = t.mock.method(world.store, 'searchSeries');
    const { body } = await world.get('/api/v1/metadata?limit=20', 'trader');
    assert.equal(body.length, 20);
    assert.deepEqual(
      search.mock.calls.map((call) => call.arguments[0]?.limit),
      [21],
    );
  });
});
