// Sending kept answers: small ones at once, large ones one a turn of the event loop.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import { AnswerCache } from '#http/answer/answer-cache';
import { endWith, sendKept, sendMade } from '#http/answer/send-bytes';
import { sendKeptPages } from '#http/answer/send-pages';
import type { State } from '#service/one-state';
import { listen, openSocket } from '../../../harness/http/raw-connection.ts';

const MB = 1024 * 1024;
/** `huge` is more than the system buffers while the client does not read. */
const lengthOf = (name: string): number =>
  name === 'huge' ? 64 * MB : name.startsWith('large') ? 3 * MB : 300;
const bodyOf = (name: string): Buffer => Buffer.alloc(lengthOf(name), `${name} `);

const UNCHANGING: State = {
  dataVersion: undefined,
  isSnapshot: false,
  isSame: () => true,
  read: async (work) => work(),
};

const answers = new AnswerCache(64 * MB);
const app = Fastify();
after(() => app.close());
app.get<{ Params: { name: string } }>('/whole/:name', (request, reply) => {
  const { name } = request.params;
  void sendKept(reply, answers, name, () => [bodyOf(name)]);
});
app.get<{ Params: { name: string } }>('/pages/:name', async (request, reply) => {
  const { name } = request.params;
  const keeping = { answers, etag: `pages of ${name}` };
  return sendKeptPages(reply, keeping, UNCHANGING, async function* () {
    const body = bodyOf(name);
    for (let at = 0; at < body.length; at += 100_000) yield body.subarray(at, at + 100_000);
  });
});
/** Whether each answer in borrowed memory was sent. */
const ends: boolean[] = [];
const begun: string[] = [];
app.get<{ Params: { name: string } }>('/made/:name', (request, reply) => {
  const release = (isSent: boolean) => ends.push(isSent);
  begun.push(request.params.name);
  void sendMade(reply, { bytes: bodyOf(request.params.name), release });
});
const port = await listen(app);

const headers = { 'accept-encoding': 'identity' };
const ask = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer());

suite('a kept answer', () => {
  for (const kind of ['whole', 'pages']) {
    for (const name of ['small', 'large']) {
      test(`a kept ${name} answer, made ${kind}, has the same bytes every time`, async () => {
        for (let i = 0; i < 3; i++) {
          assert.ok((await ask(`/${kind}/${name}`)).equals(bodyOf(name)));
        }
        const etag = kind === 'pages' ? `pages of ${name}` : name;
        assert.ok(answers.find(etag)?.equals(bodyOf(name)));
      });
    }
  }

  test('a kept large answer reaches every client that asks for it at the same time', async () => {
    const names = ['large1', 'large2', 'large3'];
    for (const name of names) await ask(`/whole/${name}`);
    const asked = Array.from({ length: 12 }, (_, i) => names[i % 3]!);
    const got = await Promise.all(asked.map((name) => ask(`/whole/${name}`)));
    for (const [i, bytes] of got.entries()) assert.ok(bytes.equals(bodyOf(asked[i]!)));
  });

  test('a kept small answer does not wait for large ones asked for before it', async () => {
    const order: string[] = [];
    const inject = async (name: string): Promise<void> => {
      await app.inject(`/whole/${name}`);
      order.push(name);
    };
    await Promise.all([inject('large1'), inject('small')]);
    order.length = 0;
    await Promise.all([...Array.from({ length: 8 }, () => inject('large1')), inject('small')]);
    assert.equal(order.length, 9);
    assert.notEqual(order.at(-1), 'small');
    assert.ok(order.indexOf('small') < 4);
  });

  test('a kept large answer whose client has gone delays no other', async () => {
    await ask('/whole/large1');
    for (let i = 0; i < 5; i++) {
      const socket = await openSocket(port);
      socket.end('GET /whole/large1 HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.destroy());
    }
    assert.ok((await ask('/whole/large1')).equals(bodyOf('large1')));
  });
});

suite('an answer in borrowed memory', () => {
  test('an answer in borrowed memory gives it back when it is sent', async () => {
    for (const name of ['small', 'large']) {
      ends.length = 0;
      assert.ok((await ask(`/made/${name}`)).equals(bodyOf(name)));
      for (let turns = 0; ends.length === 0 && turns < 1_000; turns++) await setImmediate();
      assert.deepEqual(ends, [true]);
    }
  });

  test('an answer in borrowed memory tells that it was cut short', async () => {
    ends.length = 0;
    begun.length = 0;
    const socket = await openSocket(port);
    socket.write('GET /made/huge HTTP/1.1\r\nHost: here\r\n\r\n');
    // The client reads nothing, so that most of the answer cannot have left yet.
    socket.pause();
    while (begun.length === 0) await setTimeout(5);
    await setTimeout(100);
    socket.destroy();
    while (ends.length === 0) await setTimeout(5);
    assert.deepEqual(ends, [false]);
  });
});

suite('an answer that is sent as a whole', () => {
  test('every byte arrives as it is, in a small answer and in a large one', async (t) => {
    for (const length of [1, 256, 12 * 1024, 12 * 1024 + 1, 300_000]) {
      const bytes = Buffer.from(Uint8Array.from({ length }, (_, i) => i + (i >> 8)));
      const server = createServer((_request, response) => {
        response.writeHead(200, ['content-length', String(length), 'x-text', 'caf\u00e9']);
        endWith(response, bytes);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      t.after(() => server.close());
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes, `${length} bytes`);
      assert.equal(answer.headers.get('x-text'), 'caf\u00e9');
    }
  });
});
