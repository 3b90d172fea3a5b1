import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { soakRow } from '../../torture/rows/soak.ts';
import {
  countOf,
  type LatencyCounts,
  noteLatency,
  quantileMs,
  sumOf,
} from '../../torture/soak/latency-histogram.ts';
import { runShort } from './short-run.ts';

it('a server under a mix of everything answers each request as it should', async (t) => {
  const { tally } = await runShort(t, soakRow, 4);
  const { statuses, latencies, memory } = tally;
  const answered = Object.values(statuses).flatMap((seen) => Object.entries(seen));
  // 503 is how a server says that the machine is too busy.
  assert.ok(answered.every(([status]) => Number(status) < 500 || status === '503'));
  const count = answered.reduce((sum, [, each]) => sum + each, 0);
  assert.ok(count > 350, `${count} requests were answered`);
  for (const kind of ['ten years', 'csv', 'parquet', 'search', 'sign in', 'write', 'broken body'])
    assert.ok(statuses[kind], `${kind} was among them`);
  assert.ok(answered.filter(([status]) => status === '200').length > 15, 'most kinds got theirs');
  assert.ok(countOf(sumOf(latencies)) > 200, 'small ones were timed');
  assert.equal(latencies.length, 4);
  for (const { residentMb, heapMb } of memory) assert.ok(heapMb > 5 && residentMb > heapMb);
});

describe('latencies in buckets', () => {
  const filled = (...times: number[]): LatencyCounts => {
    const counts: LatencyCounts = {};
    for (const ms of times) noteLatency(counts, ms);
    return counts;
  };

  it('give quantiles within two per cent', () => {
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

  it('add up, and have no quantile where there are none', () => {
    const sum = sumOf([filled(1, 1, 1), filled(200)]);
    assert.equal(countOf(sum), 4);
    assert.ok(quantileMs(sum, 0.7) < 1.1 && quantileMs(sum, 0.99) > 190);
    assert.ok(Number.isNaN(quantileMs({}, 0.99)));
  });

  it('hold what takes no time at all', () => {
    assert.equal(countOf(filled(0, 0.0001)), 2);
  });
});
