// Compares a store with the slow model of it, as of every moment.

import assert from 'node:assert/strict';
import { compareSources } from '#core/values/source-order';
import type { SeriesReader } from '#store/series-store';
import { definitionOf, NOW } from '../sample-series.ts';
import { contentOf, type ModelRun, runKeyOf, type State } from './history-state.ts';
import { RANGE } from './history-steps.ts';
import type { Twins } from './history-twins.ts';

const GAP = Number.NaN;

/** Compares what a reader says about a series with its state in the model. */
async function compare(reader: SeriesReader, code: string, state: State | undefined) {
  const record = await reader.findSeries(code);
  if (!state) {
    assert.equal(record, undefined);
    return;
  }
  const { key, version: _, ...rest } = record!;
  const indices = [...state.values.keys()];
  const bySource = compareSources([]);
  const runs = [...state.runs.values()].sort(
    ({ run: a }, { run: b }) => b.analyzedAt - a.analyzedAt || bySource(a.source, b.source),
  );
  const lasts = runs.map(({ run }) => run.firstIndex + run.values.length - 1);
  assert.deepEqual(rest, {
    ...definitionOf(code, { ...state.texts, resolution: 'day' }),
    firstIndex: indices.length === 0 ? null : Math.min(...indices),
    lastIndex: indices.length === 0 ? null : Math.max(...indices),
    runFirstIndex: runs.length === 0 ? null : Math.min(...runs.map(({ run }) => run.firstIndex)),
    runLastIndex: runs.length === 0 ? null : Math.max(...lasts),
    newestRunAt: runs[0]?.run.analyzedAt ?? null,
    newestRunLastIndex: lasts[0] ?? null,
    updatedAt: state.updatedAt,
  });
  const expected = Float64Array.from({ length: RANGE.end - RANGE.start }, (_, i) => {
    return state.values.get(RANGE.start + i) ?? GAP;
  });
  assert.deepEqual(await reader.readValues(key, RANGE), expected);
  await compareRuns(reader, key, runs, lasts);
  for (const analyzedAt of [0, 1, 2]) {
    for (const source of ['m', 'n']) {
      const expectedRun = state.runs.get(runKeyOf({ analyzedAt, source }));
      assert.deepEqual(await reader.findRunDetail(key, analyzedAt, source), expectedRun?.detail);
      assert.deepEqual(await reader.readBands(key, analyzedAt, source), expectedRun?.bands ?? []);
    }
  }
}

/** Compares every read of several runs. `runs` has the newest first, and `lasts` the last index of each. */
async function compareRuns(
  reader: SeriesReader,
  key: number,
  runs: readonly ModelRun[],
  lasts: readonly number[],
): Promise<void> {
  const ascending = runs.map(({ run }) => run).sort((a, b) => a.analyzedAt - b.analyzedAt);
  assert.deepEqual(await reader.readRuns(key, 0, 9), ascending);
  assert.deepEqual(await reader.findNewestRun(key), runs[0]?.run);
  const upTo = runs.find(({ run }) => run.analyzedAt <= 1)?.run;
  assert.deepEqual(await reader.findNewestRun(key, 1), upTo);
  const over = runs.filter(({ run }, i) => run.firstIndex < 4 && lasts[i]! >= 2);
  const span = { start: 2, end: 4 };
  const overRuns = over.map(({ run }) => run);
  const twoTimes = new Set([...new Set(overRuns.map((run) => run.analyzedAt))].slice(0, 2));
  assert.deepEqual(
    await reader.findRunsOver(key, span, 2),
    overRuns.filter((run) => twoTimes.has(run.analyzedAt)),
  );
  assert.deepEqual(
    await reader.findRunsOver(key, span, 9, 2),
    overRuns.filter(({ analyzedAt }) => analyzedAt < 2),
  );
  const listed = await reader.listRuns(key);
  assert.deepEqual(
    listed.map(({ analyzedAt, updatedAt, horizon, source }) => {
      return [analyzedAt, updatedAt, horizon.start, horizon.end - 1, source];
    }),
    runs.map(({ run }, i) => {
      return [run.analyzedAt, run.updatedAt, run.firstIndex, lasts[i], run.source];
    }),
  );
}

/** Every instant at which any series changed, and those around it. */
export function momentsOf({ model, codes }: Twins): number[] {
  const instants = codes.flatMap((code) => model.instantsOf(code));
  const around = instants.flatMap((at) => [at - 1, at, at + 1]);
  return [...new Set([NOW - 10 ** 9, ...around, NOW + 10 ** 9])];
}

export async function compareAll(twins: Twins, from = Number.NEGATIVE_INFINITY): Promise<void> {
  const { store, model, codes } = twins;
  for (const code of codes) {
    await compare(store, code, model.stateAt(code, Number.POSITIVE_INFINITY));
    for (const moment of momentsOf(twins)) {
      if (moment >= from) await compare(store.asOf(moment), code, model.stateAt(code, moment));
    }
  }
}

/** Checks that version and time of change determine the content, as cached answers rely on it. */
export class Versions {
  readonly #contents = new Map<string, string>();

  async note({ store, codes, model }: Twins, moments: readonly number[]): Promise<void> {
    for (const code of codes) {
      for (const moment of [undefined, ...moments]) {
        const reader = moment === undefined ? store : store.asOf(moment);
        const record = await reader.findSeries(code);
        if (!record) continue;
        const state = model.stateAt(code, moment ?? Number.POSITIVE_INFINITY)!;
        const { texts, values, runs } = state;
        const runList = [...runs].map(([at, { run, detail, bands }]) => [at, run, detail, bands]);
        const content = contentOf([texts, values, runList.sort()]);
        const version = `${code} ${record.version} ${record.updatedAt}`;
        assert.equal(this.#contents.get(version) ?? content, content, version);
        this.#contents.set(version, content);
      }
    }
  }
}
