// Faults that alerts bear: one message each way, whatever the clock, the feed or the process does.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { AlertRule } from '#store/alert-store';
import { openMarket } from '../open-market.ts';
import { AlertMarket } from './alert-market.ts';

const NOON = '2024-05-17T10:00:00Z';
const TOMORROW = '2024-05-17T22:00:00Z';
const { store } = await openMarket(after);

async function open(condition: string, rule: Partial<AlertRule> = {}): Promise<AlertMarket> {
  const market = await AlertMarket.open(store, NOON);
  await market.addRule(condition, rule);
  return market;
}

suite('faults that alerts bear', () => {
  test('a clock that is set back over midnight does not fire twice', async () => {
    const market = await open('SERIES < 0 within tomorrow');
    await market.write('2024-05-18T22:00:00Z', -1);
    assert.deepEqual(await market.pass(), []);
    market.setNow('2024-05-17T22:00:30Z');
    assert.deepEqual(await market.pass(), ['firing']);
    for (const back of ['2024-05-17T21:59:00Z', '2024-05-17T12:00:00Z']) {
      market.setNow(back);
      assert.deepEqual(await market.pass(), [], back);
      market.restart();
      assert.deepEqual(await market.pass(), [], `${back}, after a restart`);
    }
    market.setNow('2024-05-17T22:01:00Z');
    assert.deepEqual(await market.pass(), []);
    await market.removeRule();
  });

  test('a clock that jumps ahead ends a wait once', async () => {
    const market = await open('SERIES < 0 within tomorrow', { waitMs: 900_000 });
    await market.write(TOMORROW, -1);
    assert.deepEqual(await market.pass(), []);
    market.setNow('2024-05-17T11:00:00Z');
    assert.deepEqual(await market.pass(), ['firing']);
    market.setNow('2024-05-17T10:05:00Z');
    assert.deepEqual(await market.pass(), []);
    await market.removeRule();
  });

  test('a feed that is cut is late once, and on time once it is back', async () => {
    const market = await open('SERIES late');
    const expectation = { pattern: market.code, source: '', expect: 'within PT2H', since: 0 };
    await store.write((writer) => writer.putExpectation(expectation));
    await market.write('2024-05-17T08:00:00Z', 1, 1);
    assert.deepEqual(await market.pass(), []);
    market.setNow('2024-05-17T11:59:59Z');
    assert.deepEqual(await market.pass(), []);
    for (const [now, expected] of [
      ['2024-05-17T12:00:00Z', ['firing']],
      ['2024-05-17T13:00:00Z', []],
    ] as const) {
      market.setNow(now);
      assert.deepEqual(await market.pass(), expected, now);
    }
    assert.match((await market.detail())!, /expected by 2024-05-17 14:00 \(within PT2H\)/);
    market.restart();
    assert.deepEqual(await market.pass(), []);
    await market.write('2024-05-17T10:00:00Z', 1, 1, 1);
    assert.deepEqual(await market.pass(), ['resolved']);
    await market.removeRule();
  });

  test('values that are corrected to and fro are told each way, once', async () => {
    const market = await open('SERIES < 0 within tomorrow');
    for (const [value, expected] of [
      [-1, ['firing']],
      [-2, []],
      [3, ['resolved']],
      [4, []],
      [-5, ['firing']],
    ] as const) {
      await market.write(TOMORROW, value);
      assert.deepEqual(await market.pass(), expected, String(value));
      assert.deepEqual(await market.pass(), [], 'again');
    }
    await market.removeRule();
  });

  test('a process that begins again knows what was told', async () => {
    const market = await open('SERIES < 0 within tomorrow');
    await market.write(TOMORROW, -1);
    assert.deepEqual(await market.pass(), ['firing']);
    for (let i = 0; i < 3; i++) {
      market.restart();
      assert.deepEqual(await market.pass(), []);
    }
    await market.write(TOMORROW, 1);
    market.restart();
    assert.deepEqual(await market.pass(), ['resolved']);
    await market.removeRule();
  });

  test('two processes that judge at once tell a change once', async () => {
    const market = await open('SERIES < 0 within tomorrow');
    await market.pass();
    await market.write(TOMORROW, -1);
    const other = market.twin();
    const told = await Promise.all([market.pass(), other.pass()]);
    assert.equal(Math.max(...told.map((messages) => messages.length)), 1);
    assert.deepEqual(await market.history(), ['firing']);
    await market.removeRule();
  });

  test('a silence keeps messages back, and its end tells what differs', async () => {
    const market = await open('SERIES < 0 within tomorrow');
    await market.silence('2024-05-17T11:00:00Z');
    await market.write(TOMORROW, -1);
    assert.deepEqual(await market.pass(), []);
    assert.deepEqual(await market.history(), ['firing']);
    market.setNow('2024-05-17T11:00:00Z');
    assert.deepEqual(await market.pass(), ['firing']);
    await market.silence('2024-05-17T12:00:00Z');
    await market.write(TOMORROW, 1);
    assert.deepEqual(await market.pass(), []);
    market.setNow('2024-05-17T12:00:00Z');
    assert.deepEqual(await market.pass(), ['resolved']);
    assert.deepEqual(await market.history(), ['resolved', 'firing']);
    await market.removeRule();
  });
});
