// Forms that no tool sends: each gets a small 4xx of Prometheus' shape, or an answer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { oddText } from '../../../../harness/http/odd-texts.ts';
import { rounds } from '../../../../harness/rounds.ts';
import { basic, openPrometheusWorld, PATH } from './prometheus-world.ts';

const world = await openPrometheusWorld();
const authorization = await basic(world);

async function send(path: string, payload: string, type = 'application/x-www-form-urlencoded') {
  const headers = { authorization, 'content-type': type };
  return world.raw({ method: 'POST', url: `${PATH}/${path}`, headers, payload });
}

const PATHS = ['query', 'query_range', 'labels', 'series'];

describe('a hostile form', () => {
  it('a form with too many fields, or too long, is refused', async () => {
    for (const [payload, status] of [
      ['a&'.repeat(30_000), 413],
      [`query=${'a'.repeat(70_000)}`, 413],
      [`query=${'a'.repeat(60_000)}`, 400],
    ] as const) {
      const answer = await send('query', payload);
      assert.equal(answer.status, status);
      assert.equal(answer.body.status, 'error');
      assert.ok(answer.text.length < 2_000);
    }
  });

  it('other media types are refused, JSON is read', async () => {
    assert.equal((await send('query', 'query=1', 'text/plain')).status, 415);
    assert.equal((await send('query', '{"query":"1"}', 'application/json')).status, 200);
    const wrong = await send('query', '{"query":1}', 'application/json');
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'type_invalid']);
  });

  it('a field that is sent twice is refused, except selectors', async () => {
    assert.equal((await send('query', 'query=1&query=2')).body.code, 'type_invalid');
    assert.equal((await send('series', 'match[]=hrprice&match[]=value')).status, 200);
    const many = new URLSearchParams(new Array(21).fill(['match[]', 'hrprice']));
    assert.match((await send('series', many.toString())).body.error, /at most 20 are allowed/);
  });

  it('a path or a method that does not exist below the interface’s path is refused in its shape', async () => {
    for (const [method, path, status] of [
      ['GET', 'rules', 404],
      ['PUT', 'query', 405],
      ['POST', 'metadata', 405],
    ] as const) {
      const headers = { authorization };
      const answer = await world.raw({ method, url: `${PATH}/${path}`, headers });
      assert.equal(answer.status, status);
      assert.equal(answer.body.status, 'error');
    }
  });

  it('no odd text gets more than a small refusal', async () => {
    const names = ['query', 'start', 'end', 'step', 'time', 'match[]', 'limit', 'asOf', 'timeout'];
    const query = fc.oneof(
      oddText,
      oddText.map((text) => `hrprice{area=~${JSON.stringify(text)}}`),
      oddText.map((text) => `{${text}="x"}`),
      oddText.map((text) => `hrprice offset ${text}`),
    );
    const field = fc.tuple(fc.constantFrom(...names), query);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.array(field, { maxLength: 6 }),
        async (path, fields) => {
          const right = { query: 'hrprice', start: '0', end: '7200', step: '3600' };
          const form = new URLSearchParams({ ...right, ...Object.fromEntries(fields) });
          const { status, body, text } = await send(path, form.toString());
          assert.ok(status === 200 || (status >= 400 && status < 500), `${status} ${text}`);
          assert.equal(body.status, status === 200 ? 'success' : 'error');
          assert.ok(status === 200 || text.length < 4_000, text);
        },
      ),
      { numRuns: rounds(1_500) },
    );
  });
});
