// Bodies that are nested too deep are refused before they are parsed, with the reason.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { findExcess, isNestedDeeper, MOST_LEVELS } from '#http/request/json-depth';
import { sequence, World } from '../../../harness/world/world.ts';
import { runs } from '../../core/properties.ts';
import { assertRefused } from './assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
await world.load({ code: 'dehrprice', from: '2024-05-16T22:00:00Z', values: sequence(24) });
const key = await world.key('trader', 'depth');

const arrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const send = (payload: string, url = '/api/fundamental/series') =>
  world.raw({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    payload,
  });
/** The body itself is the first level. */
const withExtra = (extra: string): string =>
  `{"SeriesId":"dehrprice","FromDateTime":"today","ToDateTime":"today","Extra":${extra}}`;

describe('a JSON body', () => {
  it('a JSON body may have 32 levels, and is refused with 33', async () => {
    assert.equal(MOST_LEVELS, 32);
    for (const nest of [arrays, objects]) {
      assert.equal((await send(withExtra(nest(31)))).status, 200);
      const { detail } = assertRefused(await send(withExtra(nest(32))), 400, 'json_invalid');
      assert.equal(detail, 'the body is nested deeper than 32 levels');
    }
  });

  it('a JSON body that is too deep is refused on every path, complete or not, and before anything else', async () => {
    for (const url of ['/api/user/login', '/api/v1/auth', '/api/fundamental/meta']) {
      for (const payload of [arrays(10_000), objects(5_000), '['.repeat(60_000)]) {
        const { detail } = assertRefused(await send(payload, url), 400, 'json_invalid');
        assert.match(detail, /deeper than 32 levels/);
      }
    }
  });

  it('a JSON body may have any number of brackets in texts or side by side', async () => {
    const text = JSON.stringify(`\\"${'[{'.repeat(100)}\\`);
    const beside = `[${Array.from({ length: 100 }, () => arrays(3)).join(',')}]`;
    for (const extra of [text, beside]) assert.equal((await send(withExtra(extra))).status, 200);
  });
});

describe('a JSON body of more than 64 KiB', () => {
  const multi = (text: string) =>
    send(`{"SeriesIds":["dehrprice"],"Extra":"${text}"}`, '/api/fundamental/series/multi');

  it('a large JSON body may hold 2,000 escaped characters, and is refused with one more', async () => {
    const plain = 'a'.repeat(64 * 1024);
    assert.equal((await multi(plain + '\\n'.repeat(2_000))).status, 200);
    const refused = await multi(plain + '\\n'.repeat(2_001));
    const { detail } = assertRefused(refused, 413, 'body_too_large');
    assert.equal(
      detail,
      'the body holds more than the 2,000 escaped characters that this path accepts',
    );
  });

  it('a small JSON body may hold any number of escaped characters', async () => {
    assert.equal((await multi('\\n'.repeat(20_000))).status, 200);
  });
});

describe('the depth of JSON', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0;

  it('the depth of JSON is that of the parsed value, whatever its texts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, depthSize: 'large' }), fc.nat(8), (json, most) => {
        const isDeeper = depthOf(JSON.parse(json)) > most;
        assert.equal(isNestedDeeper(Buffer.from(json), most), isDeeper);
      }),
      runs(2_000),
    );
  });

  it('the depth of any bytes is found in finite time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.equal(typeof isNestedDeeper(bytes, 3), 'boolean');
      }),
      runs(1_000),
    );
  });
});

describe('the number of values of JSON', () => {
  for (const [text, count] of [
    ['{}', 0],
    ['[]', 1],
    ['[1,2,3]', 3],
    ['{"a":1,"b":[1,2],"c":{"d":","}}', 6],
    ['{"a":[[],[]],"b,:[":"\\",:["}', 6],
    [`["${'a'.repeat(500)},\\\\","${'\\"'.repeat(500)},",{"a":0}]`, 4],
    ['5', 0],
    ['[1,2', 2],
  ] as const) {
    it(`the number of values of ${text.slice(0, 40)} is ${count}`, () => {
      const bytes = Buffer.from(text);
      const limits = { levels: MOST_LEVELS };
      assert.equal(findExcess(bytes, { ...limits, values: count }), undefined);
      assert.equal(findExcess(bytes, { ...limits, values: count - 1 }), 'values');
    });
  }
});

describe('the number of fields of JSON', () => {
  const fieldsIn = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce(
          (sum: number, one) => sum + fieldsIn(one),
          Array.isArray(value) ? 0 : Object.keys(value).length,
        )
      : 0;

  it('fields are counted as in the written value, whatever its texts', () => {
    const quoted = fc.string({ unit: fc.constantFrom('"', '\\', ':', '{'), maxLength: 200 });
    const value = fc.object({ maxDepth: 3, values: [quoted, fc.integer()], key: quoted });
    fc.assert(
      fc.property(value, (one) => {
        const bytes = Buffer.from(JSON.stringify(one));
        const fields = fieldsIn(one);
        assert.equal(findExcess(bytes, { levels: MOST_LEVELS, fields }), undefined);
        const excess = findExcess(bytes, { levels: MOST_LEVELS, fields: fields - 1 });
        if (fields > 0) assert.equal(excess, 'fields');
      }),
      runs(1_000),
    );
  });

  it('signs are found after any number of other bytes, also among other characters', () => {
    for (const gap of [0, 1, 62, 63, 64, 65, 128, 1_000]) {
      const blanks = ' '.repeat(gap);
      for (const text of ['é', 'ä"', '€\\']) {
        const json = `[${blanks}{${blanks}${JSON.stringify(text.repeat(gap + 1))}${blanks}:${blanks}0},1${blanks}]`;
        const bytes = Buffer.from(json);
        assert.equal(findExcess(bytes, { levels: 2, values: 3, fields: 1 }), undefined, json);
        assert.equal(findExcess(bytes, { levels: 1 }), 'levels');
        assert.equal(findExcess(bytes, { levels: 2, values: 2 }), 'values');
        assert.equal(findExcess(bytes, { levels: 2, fields: 0 }), 'fields');
      }
    }
  });

  it('a body with 2,000 fields is accepted, and one more is refused by name', async () => {
    const fieldsOf = (count: number) =>
      `{${Array.from({ length: count }, (_, i) => `"f${i}":0`).join(',')}}`;
    assert.equal((await send(withExtra(fieldsOf(1_996)))).status, 200);
    const { detail } = assertRefused(await send(withExtra(fieldsOf(1_997))), 413, 'body_too_large');
    assert.equal(detail, 'the body holds more than the 2,000 fields that this path accepts');
  });
});
