// A body is one JSON object in UTF-8, with fields of the right types, and not too large.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Answer, World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { ROUTES } from './every-route.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-14T22:00:00Z', values: [1, 2, 3] });
await world.load({ code: 'frhrprice', from: '2024-05-14T22:00:00Z', values: [4, 5, 6] });
const token = await world.token();
const germanToken = await world.token('german');

const JSON_TYPE = 'application/json';

const send = (url: string, payload?: string | Buffer, type: string | null = JSON_TYPE) =>
  world.raw({
    method: 'POST',
    url,
    headers: type === null ? {} : { 'content-type': type },
    ...(payload === undefined ? {} : { payload }),
  });

/** Bytes without the `Content-Type` and `Content-Length` that a text payload would bring. */
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('bodies of the fundamental interface', () => {
  for (const { path, body } of ROUTES) {
    const good = JSON.stringify({ ...body, UserInfo: { UserName: 'trader', Token: token } });

    it(`${path} answers a good body with exactly 200`, async () => {
      const types = [
        JSON_TYPE,
        'application/json; charset=utf-8',
        'Application/JSON;charset=UTF-8',
      ];
      for (const type of types) assert.equal((await send(path, good, type)).status, 200);
    });

    it(`${path} accepts a byte order mark and blanks around the object`, async () => {
      assert.equal((await send(path, `\ufeff${good}`)).status, 200);
      assert.equal((await send(path, ` \r\n\t${good}\n`)).status, 200);
    });

    it(`${path} refuses a body that is no JSON`, async () => {
      const wrong = ['{', good.slice(0, -1), `${good}x`, `${good}${good}`, '{"a":1,}', "{'a':1}"];
      for (const text of [...wrong, 'SeriesId=dehrprice', 'NaN']) {
        const { detail } = assertRefused(await send(path, text), 400, 'json_invalid');
        assert.ok(!detail.includes(token));
      }
    });

    it(`${path} refuses bytes that are no UTF-8`, async () => {
      const broken = Buffer.concat([bytes(good.slice(0, -1)), Buffer.from([0xff, 0x7d])]);
      assertRefused(await send(path, broken), 400, 'json_invalid');
      assertRefused(await send(path, Buffer.from(good, 'utf16le')), 400, 'json_invalid');
    });

    it(`${path} refuses an empty body`, async () => {
      assertRefused(await send(path, ''), 400, 'json_invalid');
      assertRefused(await send(path), 400, 'json_invalid');
      assert.equal((await send(path, undefined, null)).status, 400);
      assert.equal((await send(path, '  \n')).status, 400);
    });

    it(`${path} refuses JSON that is no object`, async () => {
      for (const text of ['null', '[]', '"x"', '1', 'true', `[${good}]`]) {
        const { errors } = assertRefused(await send(path, text), 400, 'type_invalid');
        assert.equal(errors[0]?.field, 'body');
      }
    });

    it(`${path} refuses keys that reach for a prototype`, async () => {
      for (const text of ['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}']) {
        assertRefused(await send(path, text), 400, 'json_invalid');
      }
    });

    it(`${path} refuses any other media type, and none`, async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'text/json',
      ];
      for (const type of [
        ...types,
        'application/jsonp',
        'multipart/form-data; boundary=x',
        'json',
      ]) {
        assertRefused(await send(path, good, type), 415, 'media_type_unsupported');
      }
      assertRefused(await send(path, bytes(good), null), 415, 'media_type_unsupported');
    });

    it(`${path} refuses a method other than POST`, async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        const answer = await world.raw({ method, url: path });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.headers.allow, 'POST');
        if (method !== 'HEAD') assertRefused(answer, 405, 'method_not_allowed');
      }
    });

    it(`${path} accepts a body of its limit and refuses one byte more`, async () => {
      const limit = path.endsWith('/multi') ? 1024 * 1024 : 64 * 1024;
      const padded = (length: number): string => good + ' '.repeat(length - good.length);
      assert.equal((await send(path, padded(limit))).status, 200);
      assertRefused(await send(path, padded(limit + 1)), 413, 'body_too_large');
    });
  }

  it('a wrong type is refused before the token is checked', async () => {
    for (const wrong of [0, 1, true, null, [], {}, [token], { Token: token }]) {
      for (const [field, UserInfo] of [
        ['UserInfo.Token', { UserName: 'trader', Token: wrong }],
        ['UserInfo.UserName', { UserName: wrong, Token: token }],
        ...(Object.prototype.toString.call(wrong) === '[object Object]'
          ? []
          : [['UserInfo', wrong]]),
      ] as const) {
        for (const { path, body } of ROUTES) {
          const answer = await send(path, JSON.stringify({ ...body, UserInfo }));
          const { errors } = assertRefused(answer, 400, 'type_invalid');
          assert.deepEqual(
            errors.map((fault) => fault.field),
            [field],
          );
        }
      }
    }
  });

  const fields: Record<string, readonly string[]> = {
    '/api/fundamental/meta': ['SeriesId'],
    '/api/fundamental/meta/all': ['Prefix'],
    '/api/fundamental/series': [
      'SeriesId',
      'FromDateTime',
      'ToDateTime',
      'Resolution',
      'Aggregation',
      'TimeZone',
    ],
    '/api/fundamental/series/multi': [
      'FromDateTime',
      'ToDateTime',
      'Resolution',
      'Aggregation',
      'TimeZone',
    ],
  };

  for (const { path, body } of ROUTES) {
    it(`${path} converts no value: each field is a string or refused`, async () => {
      for (const field of fields[path]!) {
        for (const wrong of [0, 2024, false, null, ['today'], { value: 'today' }]) {
          const answer = await send(path, JSON.stringify({ ...body, [field]: wrong }));
          const { errors, detail } = assertRefused(answer, 400, 'type_invalid');
          assert.equal(errors[0]?.field, field);
          assert.match(detail, /must be a string, not (number|boolean|null|array|object)/);
        }
      }
    });
  }

  it('a refusal names every field of a wrong type at once', async () => {
    const answer = await send(
      '/api/fundamental/series',
      '{"SeriesId":1,"Resolution":null,"UserInfo":{"Token":0}}',
    );
    const { errors } = assertRefused(answer, 400, 'type_invalid');
    assert.deepEqual(errors.map(({ field }) => field).sort(), [
      'Resolution',
      'SeriesId',
      'UserInfo.Token',
    ]);
  });
});

describe('a key that a body has twice', () => {
  const series = (text: string): Promise<Answer> => send('/api/fundamental/series', text);
  const info = (text: string) => `"UserInfo":{"UserName":"german","Token":"${text}"}`;

  it('a SeriesId given twice is answered for the one that the plan was checked for', async () => {
    const credentials = info(germanToken);
    const hidden = await series(`{"SeriesId":"dehrprice","SeriesId":"frhrprice",${credentials}}`);
    assertRefused(hidden, 403, 'subscription_required');
    const shown = await series(`{"SeriesId":"frhrprice","SeriesId":"dehrprice",${credentials}}`);
    assert.equal(shown.status, 200);
    assert.equal(shown.body.Meta.code, 'dehrprice');
  });

  it('a token given twice does not get past its check', async () => {
    const bad = '"UserInfo":{"Token":"secret"}';
    const late = await series(`{"SeriesId":"dehrprice",${info(germanToken)},${bad}}`);
    assertRefused(late, 401, 'token_invalid');
    const within = await series(
      `{"SeriesId":"dehrprice","UserInfo":{"Token":"${germanToken}","Token":"secret"}}`,
    );
    assertRefused(within, 401, 'token_invalid');
  });

  it('a field given twice does not get past the check of its type', async () => {
    const credentials = info(germanToken);
    const answer = await series(`{"SeriesId":"dehrprice","SeriesId":7,${credentials}}`);
    assertRefused(answer, 400, 'type_invalid');
    const token0 = await series(
      `{"SeriesId":"dehrprice","UserInfo":{"Token":"${germanToken}","Token":0}}`,
    );
    assertRefused(token0, 400, 'type_invalid');
  });

  it('a list given twice does not get past its limit', async () => {
    const many = JSON.stringify(Array.from({ length: 101 }, () => 'dehrprice'));
    const answer = await send(
      '/api/fundamental/series/multi',
      `{"SeriesIds":["dehrprice"],"SeriesIds":${many},${info(germanToken)}}`,
    );
    assertRefused(answer, 400, 'field_invalid');
  });

  it('keys that differ in case are different keys', async () => {
    const answer = await series(
      `{"seriesid":"frhrprice","SERIESID":"frhrprice","SeriesId":"dehrprice",${info(germanToken)}}`,
    );
    assert.equal(answer.body.Meta.code, 'dehrprice');
  });
});
