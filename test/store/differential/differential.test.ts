// The two engines against each other: whatever is done to both, in any order, their answers are equal.
//   SEQUENCES=5000 npm test -- test/store/differential/differential.test.ts
//   SEED=123 …     the same sequences again, with the seed that a failure printed

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { makeDatabase } from '../../../harness/postgres/test-database.ts';
import { rounds } from '../../../harness/rounds.ts';
import { NOW } from '../contract/sample-series.ts';
import { type Sequence, sequence, take } from './differential-sequence.ts';
import { tellSequence, tellStore } from './differential-tell.ts';

const SEQUENCES = Number(process.env.SEQUENCES ?? rounds(80, 20));
const SEED = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
/** The time between the clocks of two sequences. */
const APART_MS = 10 ** 8;

interface Pair {
  readonly left: Store;
  readonly right: Store;
  close(): Promise<void>;
}

async function openPair(): Promise<Pair> {
  const left = await openStore('sqlite::memory:');
  const database = await makeDatabase();
  const right = await openStore(database.url);
  const close = async () => {
    await left.close();
    await right.close();
    await database.drop();
  };
  return { left, right, close };
}

/** Equal texts for equal answers: numbers to their last bit, and bytes of any class as bytes. */
const contentOf = (answer: unknown): string => JSON.stringify(plainOf(answer));

function plainOf(part: unknown): unknown {
  if (part === undefined) return '(undefined)';
  if (typeof part === 'number') return numberText(part);
  if (part instanceof Uint8Array) return Buffer.from(part).toString('hex');
  if (part instanceof Float64Array) return Array.from(part, numberText).join(' ');
  if (Array.isArray(part)) return part.map(plainOf);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, plainOf(each)]));
}

const numberText = (number: number): string => (Object.is(number, -0) ? '-0' : String(number));

async function assertEqualAnswers({ left, right }: Pair, ask: (store: Store) => Promise<unknown>) {
  const [expected, actual] = (await Promise.all([ask(left), ask(right)])).map(contentOf);
  if (actual !== expected) assert.deepEqual(JSON.parse(actual!), JSON.parse(expected!));
}

async function compare(
  pair: Pair,
  { steps, resolutions }: Sequence,
  number: number,
): Promise<void> {
  const prefix = `s${number}`.padEnd(8, '_');
  const moments: number[] = [];
  let now = NOW + number * APART_MS;
  for (const step of steps) {
    now += step.byMs;
    if (step.kind === 'write') moments.push(now);
    await assertEqualAnswers(pair, (store) => take(store, step, { prefix, resolutions }, now));
  }
  const shown = [...new Set(moments)].slice(-3);
  await assertEqualAnswers(pair, (store) => tellSequence(store, prefix, shown));
}

test(`${SEQUENCES} random sequences of commands get equal answers from both engines`, async () => {
  let pair: Pair | undefined;
  let number = 0;
  after(() => pair?.close());
  await fc.assert(
    fc.asyncProperty(sequence, async (made) => {
      pair ??= await openPair();
      try {
        await compare(pair, made, number++);
      } catch (error) {
        // The stores differ from here on. A shorter sequence must fail on a new pair.
        await pair.close();
        pair = undefined;
        throw error;
      }
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
  await assertEqualAnswers(pair!, tellStore);
});
