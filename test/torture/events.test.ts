// Killed servers, deliverers and writers lose no event. The judge of that row finds each kind of loss.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeWebhookSecret, signDelivery } from '#service/webhooks/sign-delivery';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { faultsOfAlarm } from '../../torture/events/alarm.ts';
import { HookWitness } from '../../torture/events/hook-witness.ts';
import { type HookSeen, judgeEvents, type Seen } from '../../torture/events/judge-events.ts';
import { eventsRow } from '../../torture/rows/events.ts';
import { BATCH, FIRST_HOUR, writtenCode } from '../../torture/writing/written-store.ts';
import { runShort } from './short-run.ts';

const skip = skipUnlessLong();

it('servers, deliverers and writers that are killed lose no event, and keep the order', {
  skip,
}, async (t) => {
  const { tally } = await runShort(t, eventsRow, 3);
  assert.deepEqual(tally.kills, { deliverer: 1, server: 1, writer: 1 });
  assert.ok(tally.acknowledged > 0 && tally.events >= tally.acknowledged);
  assert.ok(Object.keys(tally.wrongAnswers).length > 0, 'the receiver has answered wrongly');
});

describe('the judge of alerts', () => {
  const logOf = (...types: string[]) =>
    types.map((type, i) => ({ id: i + 1, type, code: 'alarm', firstIndex: null, points: null }));
  for (const [what, types, fault] of [
    ['an alert that fires and is resolved', ['firing', 'resolved'], undefined],
    ['an alert that fires twice', ['firing', 'firing', 'resolved'], /firing out of order/],
    [
      'an alert that is resolved twice',
      ['firing', 'resolved', 'resolved'],
      /resolved out of order/,
    ],
    ['an alert that is resolved before it fires', ['resolved'], /resolved out of order/],
    ['an alert that stays', ['firing'], /never resolved/],
  ] as const) {
    it(`the judge ${fault ? 'finds' : 'lets pass'} ${what}`, () => {
      const [found, ...others] = faultsOfAlarm(logOf(...types.map((type) => `alert.${type}`)));
      assert.deepEqual(others, []);
      if (fault) assert.match(found!, fault);
      else assert.equal(found, undefined);
    });
  }
});

describe('the judge of events', () => {
  /** Two writers in turn, behind one event that adds a series. */
  const log = [0, 1, 2, 3, 4].map((i) => ({
    id: i + 1,
    type: i === 0 ? 'series.added' : 'values.changed',
    code: writtenCode(i % 2),
    firstIndex: i === 0 ? null : FIRST_HOUR + Math.floor((i - 1) / 2) * BATCH,
    points: i === 0 ? null : BATCH,
  }));
  const hook: HookSeen = { name: 'hook', delivered: [2, 3, 2, 3, 4, 5], faults: [] };
  const good: Seen = { acknowledged: [2, 2], log, begin: 1, told: [2, 3, 4, 5], hooks: [hook] };
  const withHook = (change: Partial<HookSeen>): Seen => ({
    ...good,
    hooks: [{ ...hook, ...change }],
  });

  it('the judge lets pass what holds, with deliveries twice and a write that was not acknowledged', () => {
    assert.deepEqual(judgeEvents(good), []);
    assert.deepEqual(judgeEvents({ ...good, acknowledged: [1, 2] }), []);
  });

  const wrong: readonly [what: string, seen: Seen, fault: RegExp][] = [
    ['a write without an event', { ...good, acknowledged: [2, 3] }, /^written1: 3 writes, but 2 /],
    ['events of no write', { ...good, acknowledged: [0, 2] }, /^written0: 2 events, but 0 writes/],
    [
      'a hole in the log',
      { ...good, log: log.toSpliced(2, 1) },
      /^the log has event 4 at place 3$/,
    ],
    [
      'an event that is logged twice',
      { ...good, log: [...log, { ...log[4]!, id: 6 }] },
      /^written0: event 6 is not that of write 2$/,
    ],
    ['an event that the reader misses', { ...good, told: [2, 4, 5] }, /told 4 instead of event 3$/],
    [
      'an event that is told twice',
      { ...good, told: [2, 3, 3, 4, 5] },
      /told 3 instead of event 4$/,
    ],
    ['a reader that is behind', { ...good, told: [2, 3, 4] }, /told nothing instead of event 5$/],
    ['a lost delivery', withHook({ delivered: [2, 3, 5] }), /^hook: 1 events were lost, first 4$/],
    [
      'a delivery that comes too early, and again',
      withHook({ delivered: [2, 4, 3, 4, 5] }),
      /^hook: event 3 came behind 4$/,
    ],
    [
      'an unknown event',
      withHook({ delivered: [2, 3, 4, 5, 6] }),
      /^hook: event 6 is not in the log$/,
    ],
    [
      'an unsigned delivery',
      withHook({ faults: ['msg is not signed'] }),
      /^hook: msg is not signed$/,
    ],
  ];
  for (const [what, seen, fault] of wrong) {
    it(`the judge finds ${what}`, () => {
      const faults = judgeEvents(seen);
      assert.ok(
        faults.some((each) => fault.test(each)),
        faults.join('\n'),
      );
    });
  }
});

describe('the receiver of the row', () => {
  it('the receiver notices a request that is not signed, one with another secret and a followed redirect', async (t) => {
    const witness = await HookWitness.open(t, 'hook');
    witness.secret = makeWebhookSecret();
    const body = '{"data":{"events":[{"id":"7"}]}}';
    const send = async (id: string, headers: Record<string, string>, path = '/in') => {
      const given = { 'webhook-id': id, 'webhook-timestamp': '0', ...headers };
      await fetch(new URL(path, witness.url), { method: 'POST', headers: given, body });
    };
    const sign = (id: string, secret: string, now = Date.now()) =>
      signDelivery({ id, body }, { secret, old: null }, now);
    await send('right', sign('right', witness.secret));
    await send('unsigned', { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) });
    await send('other', sign('other', makeWebhookSecret()));
    await send('old', sign('old', witness.secret, Date.now() - 3_600_000));
    await send('moved', sign('moved', witness.secret), '/elsewhere');
    await witness.look();
    assert.deepEqual(witness.faults, [
      'unsigned is not signed',
      'other is not signed',
      'old was signed at another time',
      'moved followed a redirect',
    ]);
    assert.deepEqual(witness.delivered, [7, 7, 7, 7, 7]);
  });
});
