// What answers say of their points is what the slow reference says, for any series, gaps, runs and span.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { setPlan } from '#accounts/plan-changes';
import type { SeriesColumns } from '#contract/forecast';
import { rounds } from '../../../harness/rounds.ts';
import { World } from '../../../harness/world/world.ts';
import {
  ASKS_PER_SERIES,
  type Ask,
  EXTRACTED,
  HOURS_OR_FINER,
  loadSlowly,
  questionOf,
  runTime,
  someAsk,
  someSeries,
} from './series-questions.ts';
import { type SlowRow, type SlowSeries, slowRows } from './slow-answer.ts';

interface DetailAsk extends Ask {
  /** 0 leaves nothing out. */
  readonly threshold: number;
}

const someDetailAsk: fc.Arbitrary<DetailAsk> = fc
  .tuple(someAsk, fc.constantFrom(0, 0, 1, 0.9, 0.5, 0.25))
  .map(([ask, threshold]) => ({ ...ask, threshold }));

/** The rows of the reference as the interface writes them. */
const written = ({ time, value, count, expected, kind, run }: SlowRow) => ({
  time: new Date(time).toISOString().replace('.000', ''),
  value,
  ...{ count, expected, kind },
  run: run === null ? null : runTime(run).replace('.000', ''),
});

type Row = ReturnType<typeof written>;

function assertRows(given: readonly Row[], expected: readonly Row[]): void {
  const facts = ({ value, ...others }: Row) => ({ ...others, isGap: value === null });
  assert.deepEqual(given.map(facts), expected.map(facts));
  for (const [i, { time, value }] of expected.entries()) {
    const slack = 1e-9 * Math.max(1, Math.abs(value ?? 0));
    if (value !== null && !(Math.abs(given[i]!.value! - value) <= slack))
      assert.fail(`${time}: ${given[i]!.value}, expected ${value}`);
  }
}

/** The rows of an answer in columns: each point has the origin of the stretch that it is in. */
function rowsOfColumns(body: Required<SeriesColumns>): Row[] {
  return body.times.map((time, i) => {
    const value = body.values[i]!;
    const origin = body.origins.findLast(({ first }) => first <= i)!;
    return {
      time: new Date(time * 1000).toISOString().replace('.000', ''),
      value,
      count: body.counts[i]!,
      expected: body.expected[i]!,
      kind: value === null ? null : origin.kind,
      run: value === null ? null : origin.run,
    };
  });
}

function rowsOfCsv(text: string): Row[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  assert.equal(header, 'time,value,count,expected,kind,run');
  return lines.map((line) => {
    const [time, value, count, expected, kind, run] = line.split(',');
    return {
      time: time!,
      value: value === '' ? null : Number(value),
      ...{ count: Number(count), expected: Number(expected) },
      kind: (kind || null) as Row['kind'],
      run: run || null,
    };
  });
}

async function checkAsk(
  world: World,
  code: string,
  series: SlowSeries,
  ask: DetailAsk,
): Promise<void> {
  const question = questionOf(series, ask);
  const query = new URLSearchParams({ counts: 'true', kinds: 'true' });
  if (question.from) query.set('from', question.from.toString());
  if (question.to) query.set('to', question.to.toString());
  query.set('resolution', ask.resolution);
  query.set('aggregation', ask.aggregation);
  if (ask.threshold === 1) query.set('complete', 'true');
  else if (ask.threshold > 0) query.set('threshold', String(ask.threshold));
  const get = (format: string) =>
    world.get(`/api/v1/series/${code}?${query}&format=${format}`, 'trader');
  const answer = await get('json');
  const expected = slowRows(series, question, ask.threshold);
  if (expected === undefined) {
    assert.equal(answer.body.code, 'span_reversed');
    return;
  }
  if (EXTRACTED.includes(ask.resolution) && !HOURS_OR_FINER.includes(series.native)) {
    assert.equal(answer.body.code, 'resolution_too_coarse');
    return;
  }
  assert.equal(answer.status, 200, answer.text);
  const rows = expected.map(written);
  assertRows(answer.body.data, rows);
  assertRows(rowsOfColumns((await get('columns')).body), rows);
  assertRows(rowsOfCsv((await get('csv')).text), rows);
  const incomplete = rows.filter(({ count, expected }) => count < expected);
  assert.equal(answer.body.incompleteCount, incomplete.length);
  assert.deepEqual(
    answer.body.incomplete,
    incomplete.map(({ time, count, expected }) => ({ time, count, expected })),
  );
}

describe('what is said of points', () => {
  for (const [zone, numRuns] of [
    ['Europe/Berlin', rounds(60)],
    ['America/New_York', rounds(20)],
  ] as const) {
    it(`counts, kinds and runs are those of the slow reference, with a market in ${zone}`, async () => {
      const world = await World.open({ after }, { now: '2026-01-01T12:00:00Z', zone });
      await setPlan(world.signIn.accounts, {
        name: 'everything',
        patterns: ['*'],
        requestsPerMinute: 1_000_000,
      });
      let count = 0;
      const asks = fc.array(someDetailAsk, {
        minLength: ASKS_PER_SERIES,
        maxLength: ASKS_PER_SERIES,
      });
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
