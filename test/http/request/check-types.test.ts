// Refusals of types stay small: every schema of the server, with bodies as large as a route takes.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../harness/world/world.ts';
import { assertRefused } from './assert-refused.ts';

const MOST_BYTES = 64 * 1024;
/** As many elements as fit into a body of a megabyte. */
const ELEMENTS = 500_000;

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

const postText = (url: string, payload: string) =>
  world.raw({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });

describe('a refusal of types', () => {
  it('a body with thirty thousand faults gets a small refusal that names the first twenty and counts the rest', async () => {
    const payload = `{"SeriesIds":[${'0,'.repeat(29_999)}0]}`;
    const answer = await postText('/api/fundamental/series/multi', payload);
    const { errors, detail } = assertRefused(answer, 400, 'type_invalid');
    assert.ok(answer.text.length < MOST_BYTES, `${answer.text.length} bytes`);
    assert.equal(errors.length, 20);
    assert.deepEqual(errors[0], { field: 'SeriesIds.0', message: 'must be a string, not number' });
    assert.deepEqual(errors[19]!.field, 'SeriesIds.19');
    assert.match(detail, /; and 29,980 more$/);
  });

  it('a body with half a million values is refused before it is parsed', async () => {
    const payload = `{"SeriesIds":[${'0,'.repeat(ELEMENTS - 1)}0]}`;
    const answer = await postText('/api/fundamental/series/multi', payload);
    const { detail } = assertRefused(answer, 413, 'body_too_large');
    assert.equal(detail, 'the body holds more than the 10,000 values that this path accepts');
  });

  it('commas within texts do not count as values', async () => {
    const answer = await postText(
      '/api/fundamental/series/multi',
      JSON.stringify({ SeriesIds: [`${','.repeat(150)}\\",`.repeat(600)] }),
    );
    assertRefused(answer, 401, 'token_missing');
  });

  it('a fault behind the first twenty elements is named alone', async () => {
    const ids = [...Array.from({ length: 60 }, () => 'dehrprice'), 7];
    const answer = await postText(
      '/api/fundamental/series/multi',
      JSON.stringify({ SeriesIds: ids }),
    );
    const { errors } = assertRefused(answer, 400, 'type_invalid');
    assert.deepEqual(errors, [{ field: 'SeriesIds.60', message: 'must be a string, not number' }]);
  });

  it('a fault behind the first twenty elements is found if a required field is missing too', async () => {
    const ids = [...Array.from({ length: 60 }, () => 'dehrprice'), 7];
    const answer = await postText(
      '/api/fundamental/series/multi',
      JSON.stringify({ SeriesIds: ids, UserInfo: {} }),
    );
    assertRefused(answer, 400, 'type_invalid');
  });

  it('faults of different fields are all named if they are few', async () => {
    const fields = ['SeriesIds', 'FromDateTime', 'ToDateTime', 'Resolution'];
    const body = Object.fromEntries(fields.map((field) => [field, 7]));
    const answer = await postText('/api/fundamental/series/multi', JSON.stringify(body));
    const { errors, detail } = assertRefused(answer, 400, 'type_invalid');
    assert.equal(errors.length, fields.length);
    assert.doesNotMatch(detail, / more/);
  });

  it('every POST route answers a body of half a million odd elements with a small refusal', async () => {
    const odd = `[${'0,'.repeat(ELEMENTS - 1)}0]`;
    const bodies = [odd, `{"UserInfo":${odd}}`, `{"SeriesIds":${odd},"SeriesId":${odd}}`];
    for (const url of [
      '/api/user/login',
      '/api/v1/auth',
      '/api/fundamental/meta',
      '/api/fundamental/meta/all',
      '/api/fundamental/series',
      '/api/fundamental/series/multi',
    ]) {
      for (const body of bodies) {
        const answer = await postText(url, body);
        assert.ok(answer.status >= 400 && answer.status < 500, `${url}: ${answer.status}`);
        assert.ok(answer.text.length < MOST_BYTES, `${url}: ${answer.text.length} bytes`);
      }
    }
  });
});
