// How the file of a table is sent: HEAD, ranges, validators, and refusals.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { sequence, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
for (const code of ['dehrprice', 'dehrcons', 'frhrprice'])
  await world.load({
    code,
    from: '2021-01-01T00:00:00Z',
    values: sequence(26_000, (i) => Math.round(1e6 * Math.sin(i * code.length)) / 1e6),
  });
await setPlan(world.signIn.accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 500 });
await world.addUser('small', 'small');
const authorization = `Bearer ${await world.token()}`;
const PATH = '/api/v1/tables/values/%2A/all.parquet';

async function ask(
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
  url = PATH,
) {
  const all = { authorization, host: 'localhost', ...headers };
  const {
    statusCode,
    headers: given,
    rawPayload,
  } = await world.app.inject({ method, url, headers: all });
  return { status: statusCode, headers: given as Record<string, string>, bytes: rawPayload };
}

const whole = await ask();
const size = whole.bytes.length;

describe('the file of a table', () => {
  it('the whole file comes with its length, type and ETag, and says that it takes ranges', () => {
    assert.equal(whole.status, 200);
    assert.ok(size > 300_000, `${size} bytes`);
    assert.equal(whole.headers['content-length'], String(size));
    assert.equal(whole.headers['content-type'], 'application/vnd.apache.parquet');
    assert.equal(whole.headers['accept-ranges'], 'bytes');
    assert.match(whole.headers.etag!, /^"[\w-]{43}"$/);
    assert.equal(whole.headers['cache-control'], 'private, no-cache');
    assert.equal(whole.bytes.subarray(-4).toString(), 'PAR1');
  });

  it('HEAD tells the same without the bytes', async () => {
    const head = await ask({}, 'HEAD');
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    for (const name of ['content-length', 'content-type', 'accept-ranges', 'etag'])
      assert.equal(head.headers[name], whole.headers[name], name);
  });

  for (const [range, start, last] of [
    ['bytes=0-3', 0, 3],
    ['bytes=100-299999', 100, 299_999],
    [`bytes=${size - 8}-`, size - 8, size - 1],
    ['bytes=-8', size - 8, size - 1],
    [`bytes=5-${size + 99}`, 5, size - 1],
  ] as const) {
    it(`${range.replace(String(size - 8), 'N')} gets those bytes`, async () => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers, bytes } = await ask({ range }, method);
        assert.equal(status, 206);
        assert.equal(headers['content-range'], `bytes ${start}-${last}/${size}`);
        assert.equal(headers['content-length'], String(last - start + 1));
        assert.equal(headers.etag, whole.headers.etag);
        const expected = method === 'GET' ? whole.bytes.subarray(start, last + 1) : Buffer.alloc(0);
        assert.ok(bytes.equals(expected));
      }
    });
  }

  it('a range beyond the file is refused with its length', async () => {
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const answer = await world.get(PATH, 'trader', { range });
      assertRefused(answer, 416, 'range_unsatisfiable');
      assert.equal(answer.headers['content-range'], `bytes */${size}`);
    }
  });

  it('several ranges, and what is no range, get the whole file', async () => {
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-2'])
      assert.deepEqual(
        [(await ask({ range })).status, (await ask({ range })).bytes.length],
        [200, size],
      );
  });

  it('If-Range gets the range of the same file, and all of another', async () => {
    const etag = whole.headers.etag!;
    const range = 'bytes=0-9';
    assert.equal((await ask({ range, 'if-range': etag })).status, 206);
    for (const other of ['"other"', `W/${etag}`, 'Fri, 17 May 2024 10:00:00 GMT']) {
      const { status, bytes } = await ask({ range, 'if-range': other });
      assert.deepEqual([status, bytes.length], [200, size]);
    }
  });

  it('If-None-Match gets 304, and If-Match refuses another file', async () => {
    const etag = whole.headers.etag!;
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const { status, bytes, headers } = await ask({ 'if-none-match': known });
      assert.deepEqual([status, bytes.length, headers.etag], [304, 0, etag]);
    }
    assert.equal((await ask({ 'if-match': etag, range: 'bytes=0-0' })).status, 206);
    const refused = await world.get(PATH, 'trader', { 'if-match': '"other"' });
    assertRefused(refused, 412, 'precondition_failed');
  });

  it('the file is never compressed on its way', async () => {
    const { headers, bytes } = await ask({ 'accept-encoding': 'zstd, br, gzip' });
    assert.equal(headers['content-encoding'], undefined);
    assert.ok(bytes.equals(whole.bytes));
  });

  it('the same bytes are sent again, and to a client that asks in the meantime', async () => {
    const many = await Promise.all(
      Array.from({ length: 6 }, () => ask({ range: 'bytes=-500000' })),
    );
    for (const { bytes } of many) assert.ok(bytes.equals(whole.bytes.subarray(-500_000)));
  });
});

describe('a table that cannot be had', () => {
  it('a table of too many points is refused with a narrower pattern that fits', async () => {
    const url = (pattern: string) => `/api/v1/tables/values/${pattern}/2022.parquet`;
    const refused = await world.get(url('%2A'), 'small');
    assertRefused(refused, 422, 'too_many_points');
    assert.match(
      refused.body.detail,
      /^the table would have more than 20000 points or 20000 series; ask for fewer series with a narrower pattern, such as d\*$/,
    );
    assert.equal((await world.get(url('d%2A'), 'small')).status, 200);
    const long = await world.get('/api/v1/tables/values/dehrprice/all.parquet', 'small');
    assert.match(long.body.detail, /; ask for one year$/);
  });

  for (const [path, field, allowed] of [
    ['prices/%2A/2024.parquet', 'table', 'values'],
    ['values/d!/2024.parquet', 'pattern', '1 to 64 letters'],
    ['values/%2A/24.parquet', 'file', '2025.parquet'],
    ['values/%2A/2024.csv', 'file', '2025.parquet'],
    ['values/%2A/0000.parquet', 'file', '2025.parquet'],
  ] as const) {
    it(`${path} is refused, naming what is allowed`, async () => {
      const answer = await world.get(`/api/v1/tables/${path}`);
      assertRefused(answer, 400, 'field_invalid');
      const [fault] = answer.body.errors;
      assert.equal(fault.field, field);
      assert.ok(
        fault.allowed.some((each: string) => each.startsWith(allowed)),
        fault.allowed,
      );
    });
  }

  it('an unknown series is refused with the nearest', async () => {
    const answer = await world.get('/api/v1/tables/values/dehrprise/2024.parquet');
    assertRefused(answer, 404, 'series_unknown');
    assert.match(answer.body.detail, /dehrprice/);
  });

  it('a table is for callers with a token', async () => {
    assertRefused(await world.get(PATH, null), 401, 'token_missing');
    assertRefused(await world.get('/api/v1/tables', null), 401, 'token_missing');
  });
});
