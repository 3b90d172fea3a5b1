// For any series, gaps, runs and span the server's answer is that of the slow reference.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { setPlan } from '#accounts/plan-changes';
import { rounds } from '../../../harness/rounds.ts';
import { World } from '../../../harness/world/world.ts';
import {
  ASKS_PER_SERIES,
  type Ask,
  EXTRACTED,
  HOURS_OR_FINER,
  loadSlowly,
  questionOf,
  someAsk,
  someSeries,
  type Value,
} from './series-questions.ts';
import { type SlowSeries, slowAnswer } from './slow-answer.ts';

function assertSame(given: Record<string, Value>, expected: Map<string, Value>): void {
  assert.deepEqual(Object.keys(given), [...expected.keys()]);
  for (const [key, value] of expected) {
    const actual = given[key]!;
    const isSame =
      value === null
        ? actual === null
        : actual !== null && Math.abs(actual - value) <= 1e-9 * Math.max(1, Math.abs(value));
    if (!isSame) assert.fail(`${key}: ${actual}, expected ${value}`);
  }
}

async function checkAsk(world: World, code: string, series: SlowSeries, ask: Ask): Promise<void> {
  const question = questionOf(series, ask);
  const answer = await world.post('/api/fundamental/series', {
    SeriesId: code,
    FromDateTime: question.from?.toString(),
    ToDateTime: question.to?.toString(),
    Resolution: ask.resolution,
    Aggregation: ask.aggregation,
    TimeZone: ask.timeZone,
  });
  const expected = slowAnswer(series, question);
  if (expected === undefined) {
    assert.equal(answer.body.code, 'span_reversed');
  } else if (EXTRACTED.includes(ask.resolution) && !HOURS_OR_FINER.includes(series.native)) {
    assert.equal(answer.body.code, 'resolution_too_coarse');
  } else {
    assert.equal(answer.status, 200, answer.text);
    assertSame(answer.body.Values, expected);
  }
}

describe('a series over a span', () => {
  for (const [zone, numRuns] of [
    ['Europe/Berlin', rounds(100)],
    ['America/New_York', rounds(30)],
  ] as const) {
    it(`a series over a span is what the slow reference makes of it, with a market in ${zone}`, async () => {
      const world = await World.open({ after }, { now: '2026-01-01T12:00:00Z', zone });
      await setPlan(world.signIn.accounts, {
        name: 'everything',
        patterns: ['*'],
        requestsPerMinute: 1_000_000,
      });
      let count = 0;
      const asks = fc.array(someAsk, { minLength: ASKS_PER_SERIES, maxLength: ASKS_PER_SERIES });
      await fc.assert(
        fc.asyncProperty(someSeries(zone), asks, async (series, questions) => {
          const code = `any${count++}`;
          await loadSlowly(world, code, series);
          for (const question of questions) await checkAsk(world, code, series, question);
        }),
        { numRuns },
      );
    });
  }
});
