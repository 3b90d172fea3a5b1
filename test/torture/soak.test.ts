import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { parseProcessorTime, takenShare } from '../../harness/taken-time.ts';
import { soakRow } from '../../torture/rows/soak.ts';
import { judgeSoak, newSoakTally } from '../../torture/soak/judge-soak.ts';
import {
  countOf,
  type LatencyCounts,
  noteLatency,
  quantileMs,
  sumOf,
} from '../../torture/soak/latency-histogram.ts';
import { runShort } from './short-run.ts';

it('a server under a mix of everything answers each request as it should', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tally } = await runShort(t, soakRow, 4);
  const { statuses, latencies, young, memory } = tally;
  const answered = Object.values(statuses).flatMap((seen) => Object.entries(seen));
  // 503 is how a server says that the machine is too busy.
  assert.ok(answered.every(([status]) => Number(status) < 500 || status === '503'));
  const count = answered.reduce((sum, [, each]) => sum + each, 0);
  assert.ok(count > 350, `${count} requests were answered`);
  for (const kind of ['ten years', 'csv', 'parquet', 'search', 'sign in', 'write', 'broken body'])
    assert.ok(statuses[kind], `${kind} was among them`);
  assert.ok(statuses['page read']?.['200'], 'browsers read with their sessions');
  assert.ok(answered.filter(([status]) => status === '200').length > 15, 'most kinds got theirs');
  assert.ok(countOf(sumOf(latencies)) > 200, 'small ones were timed');
  assert.equal(latencies.length, 4);
  assert.ok(young.length > 0 && countOf(sumOf(young)) > 20, 'a young server was asked the same');
  for (const { residentMb, heapMb } of memory) assert.ok(heapMb > 5 && residentMb > heapMb);
});

const filled = (...times: number[]): LatencyCounts => {
  const counts: LatencyCounts = {};
  for (const ms of times) noteLatency(counts, ms);
  return counts;
};

describe('an hour is judged', () => {
  const steady = { residentMb: 400, heapMb: 50, externalMb: 60 };
  /** Twenty stretches, the last five of them beside a young server. */
  const runOf = (oldMs: readonly number[], youngMs: readonly number[]) => ({
    ...newSoakTally(),
    seconds: 4_500,
    latencies: [...Array.from({ length: 15 }, () => filled(1)), ...oldMs.map((ms) => filled(ms))],
    young: youngMs.map((ms) => filled(ms)),
    turnedAway: Array.from({ length: 20 }, () => 0),
    memory: Array.from({ length: 20 }, () => steady),
    taken: Array.from({ length: 20 }, () => 0.002),
  });

  for (const [what, oldMs, youngMs, passes] of [
    ['as fast as a young server', [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], true],
    ['slow when the young one is: the host was busy', [9, 80, 9, 9, 40], [9, 80, 9, 9, 40], true],
    ['slower in a stretch or two', [1, 1, 50, 50, 1], [1, 1, 1, 1, 1], true],
    ['slower in most stretches', [2, 2, 1, 2, 1], [1, 1, 1, 1, 1], false],
    ['slower on a busy host', [90, 12, 70, 30, 4], [60, 9, 50, 20, 4], false],
  ] as const)
    it(`a server that is ${what} has ${passes ? 'no miss' : 'one miss'}`, () => {
      const { misses } = judgeSoak(runOf(oldMs, youngMs));
      assert.equal(misses.length, passes ? 0 : 1, misses.join('; '));
    });

  it('a soak without a young server is missed', () => {
    assert.match(judgeSoak(runOf([1, 1, 1, 1, 1], [])).misses.join(), /young server/);
  });

  it('a soak in which memory grows is missed', () => {
    const memory = Array.from({ length: 20 }, (_, i) => ({ ...steady, residentMb: 400 + i }));
    const run = { ...runOf([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]), memory };
    assert.match(judgeSoak(run).misses.join(), /^memory grew by \+3\.\d+ % an hour$/);
  });
});

it('the time that a host takes is a share of all, guests not counted twice', () => {
  const at = (text: string) => parseProcessorTime(`${text}\ncpu0 1 1 1 1 1 1 1 1 1 1\n`);
  const from = at('cpu  100 0 50 800 10 0 40 0 20 0');
  const to = at('cpu  150 0 60 900 10 0 40 40 60 0');
  assert.equal(takenShare(from, to), 0.2);
  assert.equal(takenShare(to, to), 0);
  assert.deepEqual(parseProcessorTime(''), { taken: 0, all: 0 });
});

describe('latencies in buckets', () => {
  it('histograms give quantiles within two per cent', () => {
    const counts = filled(...Array.from({ length: 1_000 }, (_, i) => (i + 1) / 10));
    for (const [share, ms] of [
      [0.5, 50],
      [0.99, 99],
      [1, 100],
    ] as const) {
      const found = quantileMs(counts, share);
      assert.ok(found >= ms && found <= ms * 1.0201, `${found} for ${ms}`);
    }
  });

  it('histograms add up, and an empty one has no quantile', () => {
    const sum = sumOf([filled(1, 1, 1), filled(200)]);
    assert.equal(countOf(sum), 4);
    assert.ok(quantileMs(sum, 0.7) < 1.1 && quantileMs(sum, 0.99) > 190);
    assert.ok(Number.isNaN(quantileMs({}, 0.99)));
  });

  it('histograms count a reading of zero', () => {
    assert.equal(countOf(filled(0, 0.0001)), 2);
  });
});
