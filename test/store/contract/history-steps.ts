// Random histories of a store: the same steps done by the real one and by the slow model of it.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RunBand, RunDetail, SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import { HistoryModel, ModelFault, type ModelWriter, type Point } from './history-model.ts';
import { definitionOf, runOf } from './sample-series.ts';

/** Daily series: 512 points a chunk, so that this range holds four chunks. */
export const RANGE = { start: -600, end: 1_100 };

export type Command =
  | { readonly kind: 'points'; readonly which: number; readonly points: readonly Point[] }
  | {
      readonly kind: 'run';
      readonly which: number;
      readonly analyzedAt: number;
      readonly firstIndex: number;
      readonly values: readonly number[];
      readonly source: string;
      readonly detail: RunDetail | undefined;
      readonly band: number | undefined;
    }
  | {
      readonly kind: 'define';
      readonly which: number;
      readonly description: string;
      readonly unit: string;
      readonly area: string | null;
      readonly isDated: boolean;
    }
  | { readonly kind: 'remove'; readonly which: number; readonly before: number };

export interface Step {
  /** Of the clock since the step before; it may also be put back. */
  readonly byMs: number;
  readonly isEntry: boolean;
  readonly isAborted: boolean;
  readonly commands: readonly Command[];
  /** Which of the entries so far is taken back instead; undefined does the commands. */
  readonly undoes: number | undefined;
}

const GAP = Number.NaN;
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 3, arbitrary: fc.constant(GAP) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }).map((n) => n + 0) },
);
const index = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -4, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(-513, -512, -1, 0, 511, 512, 1_024) },
);
const points: fc.Arbitrary<Point[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uniqueArray(fc.tuple(index, value), { maxLength: 6, selector: (p) => p[0] }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(index, value, fc.integer({ min: 1, max: 700 }))
      .map(([start, held, n]) =>
        Array.from({ length: Math.min(n, RANGE.end - start) }, (_, i): Point => [start + i, held]),
      ),
  },
);
const which = fc.constantFrom(0, 0, 1);
const detail = fc
  .constantFrom('full', 'short')
  .map((tier): RunDetail => ({ tier, historyDays: 9, members: [], drivers: ['x'], notes: [] }));
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('points' as const), which, points }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      which,
      analyzedAt: fc.integer({ min: 0, max: 2 }),
      firstIndex: fc.integer({ min: -2, max: 6 }),
      values: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 4 }),
      source: fc.constantFrom('m', 'm', 'n'),
      detail: fc.option(detail, { nil: undefined }),
      band: fc.constantFrom(undefined, 80, 90),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('define' as const),
      which,
      description: fc.constantFrom('p', 'q'),
      unit: fc.constantFrom('MWh', 'MW'),
      area: fc.constantFrom(null, 'DE'),
      isDated: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      which,
      before: fc.integer({ min: 0, max: 3 }),
    }),
  },
);
const step: fc.Arbitrary<Step> = fc.record({
  byMs: fc.constantFrom(0, 0, 1, 2, 1_000, -1, -3),
  isEntry: fc.constantFrom(true, true, false),
  isAborted: fc.constantFrom(false, false, false, false, true),
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  undoes: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 3 }),
});

const bandsOf = (level: number | undefined, values: readonly number[]): RunBand[] =>
  level === undefined
    ? []
    : [
        {
          level,
          lower: Float64Array.from(values, (n) => n - 1),
          upper: Float64Array.from(values, (n) => n + level),
        },
      ];

/** A history: it begins with a series, made at a time or there since ever. */
export const historyOf = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 1, maxLength }))
    .map(([isEntry, isDated, steps]): Step[] => {
      const texts = { description: 'p', unit: 'MWh', area: null };
      const first = { kind: 'define' as const, which: 0, isDated, ...texts };
      const made = { isEntry, isAborted: false, undoes: undefined, commands: [first] };
      return [{ byMs: 0, ...made }, ...steps];
    });

/** A store and its model, which do the same. */
export class Twins {
  readonly store: Store;
  readonly model = new HistoryModel();
  readonly codes: readonly string[];

  constructor(store: Store, name: string) {
    this.store = store;
    this.codes = [`${name}a`, `${name}b`];
  }

  /** Does a step on both; what they say of it is the same. */
  async take({ isEntry, isAborted, commands, undoes }: Step, now: number): Promise<void> {
    const ids = this.model.entryIds;
    if (undoes !== undefined && ids.length > 0) {
      await this.undo(ids[undoes % ids.length]!, now);
      return;
    }
    const stop = new Error('given up');
    let entryId: number | undefined;
    const facts = { kind: 'import' as const, actor: 'test', name: 'steps', now };
    const said: unknown[] = [];
    const written = this.store.write(
      async (writer) => {
        entryId = writer.entryId;
        for (const each of commands) said.push(await this.#doReally(writer, each, now, isEntry));
        if (isAborted) throw stop;
      },
      isEntry ? facts : undefined,
    );
    if (isAborted) {
      await assert.rejects(written, (error) => error === stop);
      return;
    }
    await written;
    this.model.transact(
      (writer) => {
        const answers = commands.map((each) => this.#doInModel(writer, each, now, isEntry));
        assert.deepEqual(said, answers);
      },
      entryId === undefined ? undefined : { id: entryId },
    );
  }

  async undo(id: number, now: number): Promise<void> {
    const facts = { kind: 'undo' as const, actor: 'test', name: `entry ${id}`, now, undoes: id };
    let entryId = 0;
    let refused: Error | undefined;
    const really = await this.store
      .write((writer) => {
        entryId = writer.entryId!;
        return writer.undoEntry(id, now);
      }, facts)
      .catch((error: Error) => {
        refused = error;
      });
    try {
      this.model.transact(
        (writer) => {
          const expected = writer.undo(id, now);
          assert.deepEqual(really, expected, refused);
        },
        { id: entryId, undoes: id },
      );
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      assert.match(String(refused), new RegExp(error.message));
      return;
    }
    assert.equal((await this.store.findEntry(id))!.undoneBy, entryId);
  }

  async #doReally(writer: SeriesWriter, each: Command, now: number, isEntry: boolean) {
    const code = this.codes[each.which]!;
    if (each.kind === 'define') {
      const { description, unit, area } = each;
      const texts = { description, unit, area, resolution: 'day' as const };
      const at = each.isDated || isEntry ? now : undefined;
      await writer.defineSeries(definitionOf(code, texts), at);
      return undefined;
    }
    const key = (await writer.findSeries(code))?.key;
    if (key === undefined) return undefined;
    if (each.kind === 'remove') return writer.removeRuns(key, 'n', each.before);
    if (each.kind === 'points') {
      const ordered = each.points.toSorted(([a], [b]) => a - b);
      const indices = Int32Array.from(ordered, ([at]) => at);
      return writer.writePoints(
        key,
        indices,
        Float64Array.from(ordered, (p) => p[1]),
        now,
      );
    }
    const { analyzedAt, firstIndex, values, source, band } = each;
    const run = { ...runOf(analyzedAt, firstIndex, values, source), updatedAt: now };
    return writer.writeRun(key, run, now, each.detail, bandsOf(band, values));
  }

  #doInModel(writer: ModelWriter, each: Command, now: number, isEntry: boolean) {
    const code = this.codes[each.which]!;
    if (each.kind === 'define') {
      const { description, unit, area } = each;
      const texts = { description, unit, area, category: null };
      return writer.define(code, texts, each.isDated || isEntry ? now : undefined);
    }
    if (!writer.has(code)) return undefined;
    if (each.kind === 'remove') return writer.removeRuns(code, 'n', each.before);
    if (each.kind === 'points') return writer.writePoints(code, each.points, now);
    const { analyzedAt, firstIndex, values, source, band } = each;
    const run = { ...runOf(analyzedAt, firstIndex, values, source), updatedAt: now };
    return writer.writeRun(code, run, now, each.detail, bandsOf(band, values));
  }
}
