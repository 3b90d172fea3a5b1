// Bodies nested without end: refused before they are parsed, and said so.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { isNestedDeeper, MOST_LEVELS } from '#http/request/json-depth';
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
  it('may have 32 levels, and is refused with 33', async () => {
    assert.equal(MOST_LEVELS, 32);
    for (const nest of [arrays, objects]) {
      assert.equal((await send(withExtra(nest(31)))).status, 200);
      const { detail } = assertRefused(await send(withExtra(nest(32))), 400, 'json_invalid');
      assert.equal(detail, 'the body is nested deeper than 32 levels');
    }
  });

  it('is refused by its depth on every path, whether or not it ends, and before anything else', async () => {
    for (const url of ['/api/user/login', '/api/v1/auth', '/api/fundamental/meta']) {
      for (const payload of [arrays(10_000), objects(5_000), '['.repeat(60_000)]) {
        const { detail } = assertRefused(await send(payload, url), 400, 'json_invalid');
        assert.match(detail, /deeper than 32 levels/);
      }
    }
  });

  it('may hold any number of brackets that are text or stand side by side', async () => {
    const text = JSON.stringify(`\\"${'[{'.repeat(100)}\\`);
    const beside = `[${Array.from({ length: 100 }, () => arrays(3)).join(',')}]`;
    for (const extra of [text, beside]) assert.equal((await send(withExtra(extra))).status, 200);
  });
});

describe('depth of JSON', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0;

  it('is that of what it is parsed to, whatever the texts in it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, depthSize: 'large' }), fc.nat(8), (json, most) => {
        const isDeeper = depthOf(JSON.parse(json)) > most;
        assert.equal(isNestedDeeper(Buffer.from(json), most), isDeeper);
      }),
      runs(2_000),
    );
  });

  it('is looked at in any bytes without an end that is never found', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.equal(typeof isNestedDeeper(bytes, 3), 'boolean');
      }),
      runs(1_000),
    );
  });
});
