// The same steps of a history, done by a real store and by the slow model of it.

import assert from 'node:assert/strict';
import type { RunBand } from '#store/run-store';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';
import { definitionOf, runOf } from '../sample-series.ts';
import { HistoryModel, ModelFault, type ModelWriter } from './history-model.ts';
import type { Command, Step } from './history-steps.ts';

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

/** A store and its model, which do the same steps. */
export class Twins {
  readonly store: Store;
  readonly model = new HistoryModel();
  readonly codes: readonly string[];

  constructor(store: Store, name: string) {
    this.store = store;
    this.codes = [`${name}a`, `${name}b`];
  }

  /** Does a step on both and compares their answers. */
  async take({ isEntry, isAborted, commands, undoes }: Step, now: number): Promise<void> {
    const ids = this.model.entryIds;
    if (undoes !== undefined && ids.length > 0) {
      await this.undo(ids[undoes % ids.length]!, now);
      return;
    }
    const stop = new Error('given up');
    let entryId: number | undefined;
    const facts = { kind: 'import' as const, actor: 'test', name: 'steps', now };
    const answers: unknown[] = [];
    const written = this.store.write(
      async (writer) => {
        entryId = writer.entryId;
        for (const each of commands)
          answers.push(await this.#doInStore(writer, each, now, isEntry));
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
        const expected = commands.map((each) => this.#doInModel(writer, each, now, isEntry));
        assert.deepEqual(answers, expected);
      },
      entryId === undefined ? undefined : { id: entryId },
    );
  }

  async undo(id: number, now: number): Promise<void> {
    const facts = { kind: 'undo' as const, actor: 'test', name: `entry ${id}`, now, undoes: id };
    let entryId = 0;
    let refused: Error | undefined;
    const counts = await this.store
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
          assert.deepEqual(counts, expected, refused);
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

  async #doInStore(writer: SeriesWriter, each: Command, now: number, isEntry: boolean) {
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
