// What a client does if the server refuses for a time, hangs, breaks off or does not answer at all.

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { ApiError, ConnectionError } from '#client/api-error';
import { GridtideClient } from '#client/programs/gridtide-client';
import type { ClientSettings } from '#client/programs/open-transport';
import { TimeoutError } from '#client/programs/patient-transport';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const refuse =
  (status: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ code: 'server_busy', detail: 'no' }));
const succeed: Answer = (response) => response.end('{"name":"Gridtide"}');
const hang: Answer = () => {};
const breakOff: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"name":', () => response.destroy());
};

/** A server that gives these answers in turn, the last one again and again. */
async function serve(...answers: readonly Answer[]) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]!;
    seen.push(`${request.method} ${request.url}`);
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (settings: Partial<ClientSettings> = {}) =>
    new GridtideClient({ url, key: 'x', ...settings });
  return { seen, client, close: () => server.close() };
}

const soon = { 'retry-after': '0' };

describe('a client that waits', () => {
  for (const status of [429, 502, 503, 504]) {
    it(`${status} with Retry-After is asked again when it says`, async () => {
      const { client, seen } = await serve(refuse(status, soon), refuse(status, soon), succeed);
      assert.equal((await client().about()).name, 'Gridtide');
      assert.equal(seen.length, 3);
    });
  }

  it('a Retry-After that is a date is followed by the usual pause', async () => {
    const date = { 'retry-after': 'Fri, 17 May 2024 10:00:00 GMT' };
    const { client, seen } = await serve(refuse(503, date), succeed);
    assert.equal((await client().about()).name, 'Gridtide');
    assert.equal(seen.length, 2);
    const { client: other } = await serve(refuse(429, date));
    const refused = other({ retries: 0 }).about();
    await assert.rejects(refused, { status: 429, retryAfterSeconds: undefined });
  });

  for (const given of ['Fri, 17 May 2024 10:00:00 GMT', '0', '99999999']) {
    it(`a sequence of changes waits after a refusal with Retry-After ${given}`, async () => {
      const { client, seen } = await serve(refuse(503, { 'retry-after': given }));
      const leaving = new AbortController();
      const sequence = client({ retries: 0 }).changes({}, leaving);
      const next = sequence.next();
      await new Promise((resolve) => setTimeout(resolve, 300));
      leaving.abort();
      assert.equal((await next).done, true);
      assert.equal(seen.length, 1);
    });
  }

  it('a refusal without Retry-After is followed by a pause that grows', async (t) => {
    const pauses: number[] = [];
    const original = globalThis.setTimeout;
    t.mock.method(globalThis, 'setTimeout', ((work: () => void, ms: number, ...rest: []) => {
      // fetch has timers of its own.
      const isPause = new Error().stack!.includes('/pause.ts');
      if (isPause) pauses.push(ms);
      return original(work, isPause ? 0 : ms, ...rest);
    }) as typeof setTimeout);
    const { client } = await serve(refuse(503), refuse(503), refuse(503), succeed);
    await client().about();
    assert.equal(pauses.length, 3);
    for (const [i, ms] of pauses.entries()) {
      assert.ok(ms >= 250 * 2 ** i && ms <= 500 * 2 ** i, `${pauses}`);
    }
  });

  it('a wait that is longer than the longest is thrown at once', async () => {
    const { client, seen } = await serve(refuse(429, { 'retry-after': '61' }));
    const refused = client().about();
    await assert.rejects(refused, { name: 'ApiError', status: 429, retryAfterSeconds: 61 });
    assert.equal(seen.length, 1);
  });

  it('the last refusal is thrown after as many tries as are allowed', async () => {
    const { client, seen } = await serve(refuse(503, soon));
    await assert.rejects(client({ retries: 2 }).about(), { status: 503 });
    assert.equal(seen.length, 3);
  });

  it('other refusals are thrown at once, with what the server says', async () => {
    const { client, seen } = await serve((response) =>
      response.writeHead(400).end(
        JSON.stringify({
          ...{ code: 'date_unknown', detail: 'from: unknown date', requestId: 'r-1' },
          errors: [{ field: 'from', message: 'unknown date', allowed: ['today'] }],
        }),
      ),
    );
    await assert.rejects(client().about(), (error) => {
      assert.ok(error instanceof ApiError);
      const { status, code, message, requestId, fields } = error;
      assert.deepEqual([status, code, message], [400, 'date_unknown', 'from: unknown date']);
      assert.deepEqual([requestId, fields[0]?.allowed], ['r-1', ['today']]);
      return true;
    });
    assert.equal(seen.length, 1);
  });

  it('a refusal that is no problem document has its status', async () => {
    const { client } = await serve((response) => response.writeHead(404).end('<html>'));
    await assert.rejects(client().about(), { status: 404, code: 'unknown' });
  });

  it('an answer that is not JSON is no server of ours', async () => {
    const { client } = await serve((response) => response.end('<html>'));
    await assert.rejects(client({ retries: 0 }).about(), ConnectionError);
  });

  it('an answer that breaks off is read again', async () => {
    const { client, seen } = await serve(breakOff, succeed);
    assert.equal((await client().about()).name, 'Gridtide');
    assert.equal(seen.length, 2);
  });

  it('a server that hangs is left after the time limit, and asked again', async () => {
    const { client, seen } = await serve(hang, succeed);
    assert.equal((await client({ timeoutMs: 200 }).about()).name, 'Gridtide');
    assert.equal(seen.length, 2);
  });

  it('the time limit counts for a body that stops as well', async () => {
    const { client } = await serve((response) => response.writeHead(200).write('{"name"'));
    await assert.rejects(client({ timeoutMs: 200, retries: 0 }).about(), TimeoutError);
  });

  it('one request can have a time limit of its own', async () => {
    const { client } = await serve(hang);
    await assert.rejects(client({ retries: 0 }).about({ timeoutMs: 100 }), TimeoutError);
  });

  it('no server is a connection error', async () => {
    const { client, close } = await serve(succeed);
    close();
    await assert.rejects(client({ retries: 0 }).about(), ConnectionError);
  });

  it('what is aborted ends at once, with the reason that was given', async () => {
    const { client } = await serve(hang);
    const reason = new Error('the user left');
    const leaving = new AbortController();
    const asked = client().about({ signal: leaving.signal });
    setImmediate(() => leaving.abort(reason));
    await assert.rejects(asked, reason);
    await assert.rejects(client().about({ signal: leaving.signal }), reason);
  });

  it('a pause before a try can be aborted', async () => {
    const { client, seen } = await serve(refuse(503, { 'retry-after': '50' }));
    const leaving = new AbortController();
    const asked = client().about({ signal: leaving.signal });
    const look = setInterval(() => seen.length > 0 && leaving.abort(), 5);
    await assert.rejects(asked, { name: 'AbortError' });
    clearInterval(look);
  });

  it('a write is not sent twice unless the server did not begin it', async () => {
    const broken = await serve(refuse(503, soon), succeed);
    await assert.rejects(broken.client().boards.remove('b'), { status: 503 });
    assert.equal(broken.seen.length, 1);
    const rated = await serve(refuse(429, soon), succeed);
    await rated.client().boards.remove('b');
    assert.equal(rated.seen.length, 2);
  });

  it('reads of the fundamental interface are asked again, although they are POST', async () => {
    const { client, seen } = await serve(refuse(503, soon), succeed);
    await client().fundamental.meta({ SeriesId: 'dehrprice' });
    assert.deepEqual(seen, ['POST /api/fundamental/meta', 'POST /api/fundamental/meta']);
  });
});
