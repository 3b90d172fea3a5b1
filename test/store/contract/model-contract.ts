// Any sequence of writes, compared with a slow, obvious model of a store.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ForecastRun } from '#core/values/forecast-run';
import type { SeriesReader, SeriesWriter } from '#store/series-store';
import { definitionOf, NOW } from './sample-series.ts';
import type { Runs, StoreTest } from './store-contract.ts';

/** A daily series has 512 points per chunk, so this range has eight chunks. */
const RANGE = { start: -1_100, end: 2_600 };

interface Model {
  readonly values: Map<number, number>;
  /** By time and source. */
  readonly runs: Map<string, ForecastRun>;
  description: string;
  updatedAt: number | null;
  changes: number;
}

type Command =
  | { readonly kind: 'points'; readonly points: readonly (readonly [number, number])[] }
  | { readonly kind: 'stretch'; readonly start: number; readonly values: readonly number[] }
  | {
      readonly kind: 'run';
      readonly at: number;
      readonly start: number;
      readonly values: readonly number[];
      readonly source: string;
    }
  | { readonly kind: 'describe'; readonly description: string };

const value = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((n) => n / 100) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }) },
);
const index = fc.oneof(
  fc.integer({ min: RANGE.start, max: RANGE.end - 1 }),
  fc.constantFrom(-1_024, -513, -512, -1, 0, 511, 512, 1_024, 2_047),
);
const finite = value.map((number) => (Number.isNaN(number) ? 0.5 : number));

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('points' as const),
    points: fc.uniqueArray(fc.tuple(index, value), { maxLength: 12, selector: ([at]) => at }),
  }),
  fc.record({
    kind: fc.constant('stretch' as const),
    start: fc.integer({ min: RANGE.start, max: 1_500 }),
    values: fc.oneof(
      fc.array(value, { maxLength: 40 }),
      fc.tuple(value, fc.integer({ min: 1, max: 1_050 })).map(([v, n]) => Array<number>(n).fill(v)),
    ),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    at: fc.integer({ min: 0, max: 4 }),
    start: index,
    values: fc
      .tuple(finite, fc.array(value, { maxLength: 5 }), finite)
      .map(([first, between, last]) => [first, ...between, last]),
    source: fc.constantFrom('x', 'y'),
  }),
  fc.record({ kind: fc.constant('describe' as const), description: fc.constantFrom('p', 'q') }),
);

/** Transactions: the commands of each, and whether it is rolled back at the end. */
const history = fc.array(
  fc.record({
    commands: fc.array(command, { minLength: 1, maxLength: 4 }),
    isAborted: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 8 },
);

const same = (a: number | undefined, b: number): boolean =>
  a === b || (Number.isNaN(b) && (a === undefined || Number.isNaN(a)));

function setAll(model: Model, points: readonly (readonly [number, number])[], now: number) {
  const counts = { added: 0, changed: 0, same: 0 };
  for (const [at, next] of points) {
    const before = model.values.get(at);
    if (same(before, next)) counts.same++;
    else if (before === undefined) counts.added++;
    else counts.changed++;
    if (Number.isNaN(next)) model.values.delete(at);
    else model.values.set(at, next + 0);
  }
  if (counts.added + counts.changed > 0) {
    model.updatedAt = now;
    model.changes++;
  }
  return counts;
}

function setRun(model: Model, run: ForecastRun, now: number): 'added' | 'changed' | 'same' {
  const name = `${run.analyzedAt} ${run.source}`;
  const before = model.runs.get(name);
  const isSame =
    before?.firstIndex === run.firstIndex &&
    before.values.length === run.values.length &&
    before.values.every((number, i) => same(number, run.values[i]!));
  if (isSame) return 'same';
  model.runs.set(name, { ...run, values: run.values.map((number) => number + 0) });
  model.updatedAt = now;
  model.changes++;
  return before ? 'changed' : 'added';
}

async function apply(
  writer: SeriesWriter,
  model: Model,
  code: string,
  key: number,
  step: Command,
  now: number,
): Promise<void> {
  if (step.kind === 'describe') {
    if (model.description !== step.description) model.changes++;
    model.description = step.description;
    const { description } = step;
    await writer.defineSeries(definitionOf(code, { description, resolution: 'day' }));
  } else if (step.kind === 'run') {
    const { at, start, source } = step;
    const values = Float64Array.from(step.values);
    const run = { analyzedAt: at, updatedAt: now, firstIndex: start, values, source };
    assert.equal(await writer.writeRun(key, run, now), setRun(model, run, now));
  } else {
    const points =
      step.kind === 'points'
        ? step.points.toSorted(([a], [b]) => a - b)
        : step.values.map((number, i) => [step.start + i, number] as const);
    const indices = Int32Array.from(points, ([at]) => at);
    const values = Float64Array.from(points, ([, number]) => number);
    const counts = await writer.writePoints(key, indices, values, now);
    assert.deepEqual(counts, setAll(model, points, now));
  }
}

async function compare(reader: SeriesReader, model: Model, code: string): Promise<void> {
  const record = (await reader.findSeries(code))!;
  const indices = [...model.values.keys()];
  const runs = [...model.runs.values()].sort(
    (a, b) => b.analyzedAt - a.analyzedAt || (a.source < b.source ? -1 : 1),
  );
  const ends = runs.map((run) => run.firstIndex + run.values.length);
  assert.deepEqual(record, {
    ...definitionOf(code, { description: model.description, resolution: 'day' }),
    key: record.key,
    firstIndex: indices.length === 0 ? null : Math.min(...indices),
    lastIndex: indices.length === 0 ? null : Math.max(...indices),
    runFirstIndex: runs.length === 0 ? null : Math.min(...runs.map((run) => run.firstIndex)),
    runLastIndex: runs.length === 0 ? null : Math.max(...ends) - 1,
    newestRunAt: runs[0]?.analyzedAt ?? null,
    newestRunLastIndex: runs.length === 0 ? null : ends[0]! - 1,
    updatedAt: model.updatedAt,
    version: 1 + model.changes,
  });
  const expected = Float64Array.from({ length: RANGE.end - RANGE.start }, (_, i) => {
    return model.values.get(RANGE.start + i) ?? Number.NaN;
  });
  assert.deepEqual(await reader.readValues(record.key, RANGE), expected);
  const ascending = runs.toSorted((a, b) => a.analyzedAt - b.analyzedAt);
  assert.deepEqual(await reader.readRuns(record.key, 0, 9), ascending);
  const over = runs.filter((run, i) => run.firstIndex < 600 && ends[i]! > 500);
  assert.deepEqual(await reader.findRunsOver(record.key, { start: 500, end: 600 }, 9), over);
}

const copyOf = (model: Model): Model => ({
  ...model,
  values: new Map(model.values),
  runs: new Map(model.runs),
});

export function modelContract(storeTest: StoreTest, runs: Runs): void {
  storeTest('any sequence of writes leaves the content of an obvious model', async (store) => {
    let seriesMade = 0;
    await fc.assert(
      fc.asyncProperty(history, async (transactions) => {
        const code = `series${seriesMade++}`;
        const definition = definitionOf(code, { description: 'p', resolution: 'day' });
        const { key } = await store.write((writer) => writer.defineSeries(definition));
        const empty = { description: 'p', updatedAt: null, changes: 0 };
        let model: Model = { ...empty, values: new Map(), runs: new Map() };
        let now = NOW;
        for (const { commands, isAborted } of transactions) {
          const tried = copyOf(model);
          const stop = new Error('given up');
          const written = store.write(async (writer) => {
            for (const step of commands) await apply(writer, tried, code, key, step, now++);
            await compare(writer, tried, code);
            if (isAborted) throw stop;
          });
          if (isAborted) await assert.rejects(written, (error) => error === stop);
          else await written;
          if (!isAborted) model = tried;
          await compare(store, model, code);
        }
      }),
      { numRuns: runs(150) },
    );
  });
}
