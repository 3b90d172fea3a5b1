// What alerts tell a trader, as a table: what happened, and which messages followed.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { ResolutionName } from '#core/time/resolution';
import { openMarket } from '../open-market.ts';
import { AlertMarket } from './alert-market.ts';

type Do = (market: AlertMarket) => unknown;

interface Scenario {
  readonly title: string;
  readonly condition: string;
  readonly now?: string;
  readonly resolution?: ResolutionName;
  readonly waitMinutes?: number;
  readonly before?: Do;
  /** Each is done, then the rule is judged, and the messages are compared. */
  readonly steps: readonly (readonly [Do, readonly string[]])[];
}

const NOON = '2024-05-17T10:00:00Z';
const JUNE = '2024-06-17T10:00:00Z';
const TOMORROW = '2024-05-17T22:00:00Z';
const day = (value: number | null, hours = 24) => Array.from({ length: hours }, () => value);
const nothing: Do = () => {};
const write =
  (from: string, ...values: (number | null)[]): Do =>
  (market) =>
    market.write(from, ...values);
const clock =
  (now: string): Do =>
  (market) =>
    market.setNow(now);

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'two hours below zero tomorrow fire once, and a correction resolves',
    condition: 'SERIES < 0 for 2h within tomorrow',
    steps: [
      [nothing, []],
      [write(TOMORROW, ...day(20)), []],
      [write('2024-05-18T11:00:00Z', -1, -2), ['firing']],
      [write('2024-05-18T13:00:00Z', -3), []],
      [write('2024-05-18T11:00:00Z', 5, 5), ['resolved']],
    ],
  },
  {
    title: 'one hour below zero is too short',
    condition: 'SERIES < 0 for 2h within tomorrow',
    steps: [[write(TOMORROW, 1, -1, 1, -1, 1), []]],
  },
  {
    title: 'hours on both sides of midnight do not count together',
    condition: 'SERIES < 0 for 2h within tomorrow',
    steps: [[write('2024-05-17T21:00:00Z', -1, -1, 5), []]],
  },
  {
    title: 'a gap between two hours below zero ends the row',
    condition: 'SERIES < 0 for 2h within tomorrow',
    steps: [[write(TOMORROW, -1, null, -1), []]],
  },
  {
    title: 'minus zero is not below zero, and it is at most zero',
    condition: 'SERIES <= 0 within tomorrow',
    steps: [[write(TOMORROW, -0), ['firing']]],
  },
  {
    title: 'at midnight tomorrow is another day: the alert resolves, and fires for the next',
    condition: 'SERIES < 0 within tomorrow',
    steps: [
      [write(TOMORROW, ...day(-5)), ['firing']],
      [clock('2024-05-17T22:00:30Z'), ['resolved']],
      [write('2024-05-18T22:00:00Z', ...day(-5)), ['firing']],
    ],
  },
  {
    title: 'eight quarters of an hour are two hours',
    condition: 'SERIES < 0 for 2h within tomorrow',
    resolution: 'quarterhour',
    steps: [
      [write(TOMORROW, ...day(-1, 7)), []],
      [write('2024-05-17T23:45:00Z', -1), ['firing']],
    ],
  },
  {
    title: 'the night on which clocks go forward has two hours from 01:00 to 04:00',
    condition: 'SERIES < 0 for 2h within tomorrow',
    now: '2024-03-30T10:00:00Z',
    // 01:00 CET and 03:00 CEST follow each other.
    steps: [[write('2024-03-30T23:00:00Z', 5, -1, -1, 5), ['firing']]],
  },
  {
    title: 'the night on which clocks go back has two hours named 02:00',
    condition: 'SERIES < 0 for 2h within tomorrow',
    now: '2024-10-26T10:00:00Z',
    steps: [[write('2024-10-27T00:00:00Z', -1, -1), ['firing']]],
  },
  {
    title: 'the day on which clocks go back has 25 hours',
    condition: 'SERIES < 0 for 25 h within tomorrow',
    now: '2024-10-26T10:00:00Z',
    steps: [[write('2024-10-26T22:00:00Z', ...day(-1, 25)), ['firing']]],
  },
  {
    title: 'forecasts continue observed values',
    condition: 'SERIES < 0 within tomorrow',
    steps: [
      [write('2024-05-17T08:00:00Z', 5, 5), []],
      [(m) => m.writeRun('2024-05-17T10:00:00Z', TOMORROW, day(-1)), ['firing']],
      [write(TOMORROW, ...day(30)), ['resolved']],
    ],
  },
  {
    title: 'without a period the newest value decides',
    condition: 'SERIES > 100 for 2h',
    steps: [
      [write('2024-05-17T06:00:00Z', 120, 130), ['firing']],
      [write('2024-05-17T08:00:00Z', 90), ['resolved']],
      [write('2024-05-17T09:00:00Z', 120), []],
    ],
  },
  {
    title: 'a wait keeps the alert pending until it is over',
    condition: 'SERIES > 100',
    waitMinutes: 15,
    steps: [
      [write('2024-05-17T09:00:00Z', 120), []],
      [clock('2024-05-17T10:14:00Z'), []],
      [clock('2024-05-17T10:15:00Z'), ['firing']],
    ],
  },
  {
    title: 'the newest run of a source decides, and not the values',
    condition: 'SERIES < 0 within tomorrow in newest run of vendor',
    steps: [
      [(m) => m.writeRun('2024-05-17T09:00:00Z', TOMORROW, day(-1), 'model'), []],
      [(m) => m.writeRun('2024-05-17T09:00:00Z', TOMORROW, day(-1), 'vendor'), ['firing']],
      [write(TOMORROW, ...day(50)), []],
      [(m) => m.writeRun('2024-05-17T10:00:00Z', TOMORROW, day(9), 'vendor'), ['resolved']],
    ],
  },
  {
    title: 'a jump between two runs of one source fires, one between sources does not',
    condition: 'jump of SERIES > 20 between runs of model',
    steps: [
      [(m) => m.writeRun('2024-05-17T06:00:00Z', TOMORROW, day(10)), []],
      [(m) => m.writeRun('2024-05-17T07:00:00Z', TOMORROW, day(90), 'vendor'), []],
      [(m) => m.writeRun('2024-05-17T08:00:00Z', TOMORROW, day(30.5)), ['firing']],
      [(m) => m.writeRun('2024-05-17T09:00:00Z', TOMORROW, day(31)), ['resolved']],
    ],
  },
  {
    title: 'a gap fires, and filling it resolves',
    condition: 'gap in SERIES for 2h within 7 days',
    steps: [
      [write('2024-05-16T06:00:00Z', 1, 2, null, 4), []],
      [write('2024-05-16T12:00:00Z', 5), ['firing']],
      [write('2024-05-16T10:00:00Z', 5), ['resolved']],
    ],
  },
  {
    title: 'a gap is forgotten when it is too old',
    condition: 'gap in SERIES within 2 days',
    steps: [
      [write('2024-05-16T06:00:00Z', 1, null, 3), ['firing']],
      [clock('2024-05-18T08:00:00Z'), ['resolved']],
    ],
  },
  {
    title: 'values that are held for review fire until they are reviewed',
    condition: 'held values in SERIES',
    steps: [
      [(m) => m.hold('2024-05-17T08:00:00Z'), ['firing']],
      [(m) => m.hold('2024-05-17T09:00:00Z'), []],
      [(m) => m.release('2024-05-17T09:00:00Z'), []],
      [(m) => m.release('2024-05-17T08:00:00Z'), ['resolved']],
    ],
  },
  {
    title: 'a mean error over two runs fires, and better runs resolve',
    condition: 'accuracy of SERIES worse than 10 over 2 runs',
    before: async (m) => {
      await m.writeRun('2024-05-12T10:00:00Z', '2024-05-12T22:00:00Z', day(30));
      await m.writeRun('2024-05-13T10:00:00Z', '2024-05-13T22:00:00Z', day(25));
      await m.writeRun('2024-05-14T10:00:00Z', '2024-05-14T22:00:00Z', day(11));
    },
    steps: [
      [write('2024-05-12T22:00:00Z', ...day(10)), []],
      [write('2024-05-13T22:00:00Z', ...day(10, 23)), []],
      [write('2024-05-14T21:00:00Z', 10), ['firing']],
      [write('2024-05-14T22:00:00Z', ...day(10)), ['resolved']],
    ],
  },
];

const market = await openMarket(after);

suite('alerts, as a trader meets them', () => {
  for (const {
    title,
    condition,
    now = NOON,
    resolution,
    waitMinutes = 0,
    before,
    steps,
  } of SCENARIOS) {
    test(title, async () => {
      const alerts = await AlertMarket.open(market.store, now, resolution);
      await before?.(alerts);
      await alerts.addRule(condition, { waitMs: waitMinutes * 60_000 });
      for (const [i, [act, expected]] of steps.entries()) {
        await act(alerts);
        assert.deepEqual(await alerts.pass(), expected, `step ${i + 1}: ${await alerts.detail()}`);
      }
      await alerts.removeRule();
    });
  }

  test('a change is told with a sentence that says what was found', async () => {
    const alerts = await AlertMarket.open(market.store, NOON);
    await alerts.addRule('SERIES < 0 for 2h within tomorrow');
    await alerts.write('2024-05-18T00:00:00Z', -1, -12.5, -3);
    await alerts.pass();
    assert.equal(
      await alerts.detail(),
      '3 values < 0 from 2024-05-18 02:00 to 2024-05-18 05:00; the lowest is -12.5 EUR/MWh at 2024-05-18 03:00.',
    );
    await alerts.removeRule();
  });

  test('a rule with a pattern watches each series by itself, and new ones too', async () => {
    const first = await AlertMarket.open(market.store, JUNE);
    await first.addRule('aa*price < 0 within tomorrow', { name: first.code });
    assert.deepEqual(await first.pass(), []);
    await first.write('2024-06-17T22:00:00Z', -1);
    assert.deepEqual(await first.pass(), ['firing']);
    const second = await AlertMarket.open(market.store, JUNE);
    await second.write('2024-06-17T22:00:00Z', -1);
    assert.deepEqual(await first.pass(), ['firing']);
    await first.write('2024-06-17T22:00:00Z', 5);
    assert.deepEqual(await first.pass(), ['resolved']);
    await first.removeRule();
  });
});
