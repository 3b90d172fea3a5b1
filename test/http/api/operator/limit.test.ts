// The limit of 32 MiB over a real connection: bodies with and without a length, and one that breaks off.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { exchange, listen } from '../../../../harness/http/raw-connection.ts';
import { skipUnlessLong } from '../../../../harness/rounds.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { OperatorWorld, readAnswer, type Who } from './operator-world.ts';

const MIB = 1024 * 1024;
const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
const port = await listen(world.app);

interface Upload {
  readonly pieces: Iterable<string> | AsyncIterable<string>;
  readonly length?: number;
  readonly as?: Who;
  readonly path?: string;
}

function upload({ pieces, length, as = 'operator', path = 'values' }: Upload) {
  return new Promise<ReturnType<typeof readAnswer>>((resolve, reject) => {
    const call = request({
      port,
      host: '127.0.0.1',
      agent: false,
      method: 'POST',
      path: `/api/operator/series/dehrprice/${path}`,
      headers: {
        authorization: `Bearer ${world.secrets[as]}`,
        'content-type': path === 'values' ? 'text/csv' : 'application/json',
        ...(length === undefined ? {} : { 'content-length': length }),
      },
    });
    call.on('response', async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve(readAnswer(response.statusCode!, response.headers, text));
      call.destroy();
    });
    // The server may have answered, and closed, while this side still sends.
    call.on('error', (error) => setTimeout(reject, 1_000, error).unref());
    void send(call, pieces).catch(() => {});
  });
}

async function send(call: ReturnType<typeof request>, pieces: Upload['pieces']): Promise<void> {
  for await (const piece of pieces) {
    if (call.destroyed) return;
    if (!call.write(piece)) await new Promise<void>((drained) => call.once('drain', drained));
  }
  call.end();
}

function* rows(bytes: number): Generator<string> {
  yield 'time,value\n';
  // The reader skips blank lines, so that long ones cost hardly any time.
  const piece = `${' '.repeat(1023)}\n`.repeat(1024);
  for (let left = bytes - 11; left > 0; left -= MIB) yield piece.slice(0, Math.min(left, MIB));
}

function* withRow(bytes: number): Generator<string> {
  const row = '2024-05-17T00:00Z,61.5\n';
  yield* rows(bytes - row.length);
  yield row;
}

describe('a body of 32 MiB', () => {
  it('a body of 32 MiB is accepted', async () => {
    const answer = await upload({ pieces: withRow(32 * MIB), length: 32 * MIB });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.new, 1);
  });

  it('a body of 32 MiB without a length is accepted', { skip: skipUnlessLong() }, async () => {
    const answer = await upload({ pieces: withRow(32 * MIB) });
    assert.equal(answer.body?.same, 1, answer.text);
  });
});

describe('a slow line', () => {
  /** Sends a row, and the next one only when other requests would have been refused for being late. */
  async function* slowRows(): AsyncGenerator<string> {
    yield 'time,value\n2024-05-17T01:00Z,1\n';
    await wait(20 * REQUEST_MS_HERE);
    yield '2024-05-17T02:00Z,2\n';
  }
  const REQUEST_MS_HERE = 50;

  it('an operator’s body may take longer than other requests', async (t) => {
    const { requestTimeout } = world.app.server;
    t.after(() => Object.assign(world.app.server, { requestTimeout }));
    world.app.server.requestTimeout = REQUEST_MS_HERE;
    const answer = await upload({ pieces: slowRows() });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.new, 2);
  });
});

describe('a body of one byte more', () => {
  for (const path of ['values', 'runs']) {
    it(`a body of one byte more is refused by its length: ${path}`, async () => {
      const answer = await upload({ pieces: rows(10), length: 32 * MIB + 1, path });
      assertRefused(answer, 413, 'body_too_large');
    });

    const skip = path === 'runs' && skipUnlessLong();
    it(`a body of one byte more is refused when it passes the limit: ${path}`, {
      skip,
    }, async () => {
      const before = await world.ask('GET', '/imports?limit=1');
      const answer = await upload({ pieces: withRow(32 * MIB + 1), path });
      assertRefused(answer, 413, 'body_too_large');
      assert.deepEqual(await world.ask('GET', '/imports?limit=1'), before);
    });
  }
});

describe('a body', () => {
  it('the server does not wait for a stranger’s body', async () => {
    const endless = (function* () {
      yield* rows(MIB);
    })();
    const answer = await upload({ pieces: endless, length: 31 * MIB, as: 'key' });
    assertRefused(answer, 403, 'operator_key_needed');
  });

  it('the server does not wait for a body that is announced but never sent', async () => {
    for (const type of ['text/csv', 'application/x-ndjson', 'application/json']) {
      const answer = await exchange(
        port,
        [
          'POST /api/operator/series/dehrprice/values HTTP/1.1',
          ...['host: localhost', `authorization: Bearer ${world.secrets.operator}`],
          ...[`content-type: ${type}`, '', ''],
        ].join('\r\n'),
      );
      assert.equal(answer?.status, 400, String(answer?.text));
    }
  });

  it('a body that breaks off writes nothing, and the server goes on', async () => {
    const before = await world.ask('GET', '/imports?limit=1');
    const call = request({
      port,
      host: '127.0.0.1',
      agent: false,
      method: 'POST',
      path: '/api/operator/series/dehrprice/values',
      headers: {
        authorization: `Bearer ${world.secrets.operator}`,
        'content-type': 'text/csv',
        'content-length': 1_000,
      },
    });
    const isGone = new Promise((gone) => call.once('close', gone));
    call.on('error', () => {});
    call.write('time,value\n2024-05-17T05:00Z,1\n', () => setTimeout(() => call.destroy(), 50));
    await isGone;
    assert.equal((await upload({ pieces: withRow(100), length: 100 })).status, 200);
    const [newest] = await world.ask('GET', '/imports?limit=1');
    assert.equal(newest.id, before[0].id + 1);
    assert.equal((await world.values('dehrprice'))['2024-05-17T05:00:00Z'], undefined);
  });
});
