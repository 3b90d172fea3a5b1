// The context of a request as of an earlier time.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Refusal } from '#core/errors';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { contextAsOf, parseAsOf } from '#service/context';
import { readColumn } from '#service/series/read-column';
import { openMarket, toValues } from './open-market.ts';

const NOW = Date.parse('2024-05-15T12:00:00Z');
const zone = findZone('Europe/Berlin')!;
const parse = (text: string | undefined) => parseAsOf(text, 'AsOf', NOW, zone);
const market = await openMarket((close) => after(close));

describe('as of', () => {
  it('an as-of wall time that occurs twice means the later one, like the end of a span', () => {
    const autumn = parseAsOf('2023-10-29T02:30', 'AsOf', NOW, zone);
    assert.equal(autumn, Date.parse('2023-10-29T01:30:00Z'));
  });

  it('every form of the present gives no instant', () => {
    for (const text of [undefined, '', ' ', 'today', '2024-05-15T12:00:00Z', 'tomorrow']) {
      assert.equal(parse(text), undefined, String(text));
    }
    assert.equal(parse('2024-05-15T11:59:59.999Z'), NOW - 1);
  });

  it('first and last are refused, and the allowed forms do not list them', () => {
    for (const text of ['first', 'last-3']) {
      assert.throws(
        () => parse(text),
        (error) => {
          assert.ok(error instanceof Refusal);
          assert.equal(error.code, 'date_unknown');
          const [{ allowed }] = error.faults as [(typeof error.faults)[number]];
          assert.ok(
            allowed!.includes('yyyy-MM-dd') && !allowed!.some((form) => /^last/.test(form)),
          );
          return true;
        },
      );
    }
  });

  it('the context of the present is the context itself', async () => {
    assert.equal(await contextAsOf(market.context, undefined, 'AsOf'), market.context);
  });

  it('observed values are continued by the runs that were stored at that time', async () => {
    const { store, context } = market;
    const { key } = await market.load('dehrprice', 'hour', 100, [1, 2]);
    const made = Date.UTC(2024, 4, 15);
    const write = (analyzedAt: number, value: number, now: number) =>
      store.write((writer) => {
        const values = new Float64Array(3).fill(value);
        const facts = { analyzedAt, updatedAt: now, firstIndex: 102, source: 'test' };
        return writer.writeRun(key, { ...facts, values }, now);
      });
    await write(1, 10, made + HOUR_MS);
    await write(2, 20, made + 2 * HOUR_MS);
    await write(1, 11, made + 3 * HOUR_MS);
    const points = Int32Array.of(102);
    await store.write((writer) =>
      writer.writePoints(key, points, Float64Array.of(3), made + 4 * HOUR_MS),
    );
    const asOf = async (hours: number) => {
      const { store: past } = await contextAsOf(context, made + hours * HOUR_MS, 'AsOf');
      const series = (await past.findSeries('dehrprice'))!;
      return toValues(await readColumn(past, series, { start: 100, end: 105 }));
    };
    assert.deepEqual(await asOf(0), [1, 2, null, null, null]);
    assert.deepEqual(await asOf(1), [1, 2, 10, 10, 10]);
    assert.deepEqual(await asOf(2), [1, 2, 20, 20, 20]);
    assert.deepEqual(await asOf(3), [1, 2, 20, 20, 20]);
    assert.deepEqual(await asOf(4), [1, 2, 3, 20, 20]);
  });

  it('a past context cannot open an earlier one', async () => {
    const pastContext = { ...market.context, store: market.store.asOf(NOW) };
    await assert.rejects(contextAsOf(pastContext, NOW - 1, 'AsOf'), /keeps no history/);
  });
});
