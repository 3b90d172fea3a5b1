// A slow model of a store that keeps every version of everything, whole. The past is looked up, and taking an
// entry back compares versions.

import type { ForecastRun } from '#core/values/forecast-run';
import type { UndoCounts, WriteCounts } from '#store/journal-entry';
import type { RunBand, RunDetail } from '#store/run-store';
import {
  type Entry,
  isSame,
  isSameNumber,
  type ModelRun,
  type Point,
  runKeyOf,
  type Series,
  type State,
  type Texts,
  valueAt,
} from './history-state.ts';

export class ModelFault extends Error {}

const ALWAYS = Number.NEGATIVE_INFINITY;

/** The model of one store. Only `transact` and `compact` change it. */
export class HistoryModel {
  #series = new Map<string, Series>();
  #entries = new Map<number, Entry>();

  /** Like `store.write`: all of the work or none. With `entry` it is kept under that number. */
  transact(work: (writer: ModelWriter) => void, entry?: { id: number; undoes?: number }): void {
    const before = structuredClone([this.#series, this.#entries] as const);
    const touched = entry && new Map<string, number>();
    try {
      work(new ModelWriter(this.#series, this.#entries, touched));
    } catch (error) {
      [this.#series, this.#entries] = before;
      throw error;
    }
    if (!entry) return;
    this.#entries.set(entry.id, { touched: touched!, undoneBy: null, isCompacted: false });
    if (entry.undoes !== undefined) this.#entries.get(entry.undoes)!.undoneBy = entry.id;
    // The next change is later than all of an entry.
    for (const [code, at] of touched!) this.#series.get(code)!.recordedAt = at + 1;
  }

  compact(before: number): void {
    for (const entry of this.#entries.values()) {
      entry.isCompacted ||= [...entry.touched.values()].some((at) => at <= before);
    }
  }

  stateAt(code: string, at: number): State | undefined {
    return this.#series.get(code)?.versions.findLast((version) => version.at <= at)?.state;
  }

  /** Every instant at which a series changed. */
  instantsOf(code: string): number[] {
    const versions = this.#series.get(code)?.versions ?? [];
    return versions.map(({ at }) => at).filter(Number.isFinite);
  }

  get entryIds(): number[] {
    return [...this.#entries.keys()];
  }
}

export class ModelWriter {
  readonly #series: Map<string, Series>;
  readonly #entries: ReadonlyMap<number, Entry>;
  readonly #touched: Map<string, number> | undefined;

  constructor(
    series: Map<string, Series>,
    entries: ReadonlyMap<number, Entry>,
    touched: Map<string, number> | undefined,
  ) {
    this.#series = series;
    this.#entries = entries;
    this.#touched = touched;
  }

  has(code: string): boolean {
    return this.#series.has(code);
  }

  /** Without `now`, a new series counts as always known, and a change as made with the last dated one. */
  define(code: string, texts: Texts, now?: number): void {
    const series = this.#series.get(code);
    if (!series) {
      const at = now ?? ALWAYS;
      const state = { texts, textsAt: at, values: new Map(), runs: new Map(), updatedAt: null };
      this.#series.set(code, { versions: [{ at, state }], recordedAt: now ?? null });
      if (now !== undefined) this.#touched?.set(code, now);
      return;
    }
    if (isSame(series.versions.at(-1)!.state.texts, texts)) return;
    if (now === undefined) {
      const at = series.recordedAt ?? ALWAYS;
      this.#put(series, at, { texts, textsAt: at });
    } else this.#change(code, now, (at) => ({ texts, textsAt: at }));
  }

  writePoints(code: string, points: readonly Point[], now: number): WriteCounts {
    const counts = { added: 0, changed: 0, same: 0 };
    const values = new Map(this.#latest(code).values);
    for (const [index, value] of points) {
      const before = values.get(index);
      if (isSameNumber(before ?? Number.NaN, value)) counts.same++;
      else if (before === undefined) counts.added++;
      else counts.changed++;
      if (Number.isNaN(value)) values.delete(index);
      else values.set(index, value + 0);
    }
    if (counts.added + counts.changed === 0) return counts;
    this.#change(code, now, () => ({ values, updatedAt: now }));
    return counts;
  }

  writeRun(
    code: string,
    run: ForecastRun,
    now: number,
    detail: RunDetail | undefined,
    bands: readonly RunBand[],
  ): 'added' | 'changed' | 'same' {
    const before = this.#latest(code).runs.get(runKeyOf(run));
    const { firstIndex, values } = run;
    const hasSameValues =
      before !== undefined &&
      isSame([before.run.firstIndex, before.run.values], [firstIndex, values]);
    if (hasSameValues && isSame([before.detail, before.bands], [detail, bands])) return 'same';
    const stored = hasSameValues ? { ...run, updatedAt: before.run.updatedAt } : run;
    this.#setRun(code, runKeyOf(run), { run: stored, detail, bands }, now);
    return before ? 'changed' : 'added';
  }

  /** Removes runs from every version, as if they had never been stored. */
  removeRuns(code: string, source: string, before: number): number {
    const goes = ({ run }: ModelRun) => run.source === source && run.analyzedAt < before;
    const count = [...this.#latest(code).runs.values()].filter(goes).length;
    for (const version of this.#series.get(code)!.versions) {
      const runs = [...version.state.runs].filter(([, run]) => !goes(run));
      version.state = { ...version.state, runs: new Map(runs) };
    }
    return count;
  }

  undo(id: number, now: number): UndoCounts {
    const entry = this.#entries.get(id);
    if (!entry) throw new ModelFault('there is no entry');
    if (entry.undoneBy !== null) throw new ModelFault('was taken back already');
    if (entry.isCompacted) throw new ModelFault('the record was compacted');
    const counts = { points: 0, runs: 0, definitions: 0, kept: 0 };
    for (const [code, at] of entry.touched) {
      const { versions } = this.#series.get(code)!;
      const before = versions.findLast((version) => version.at < at)?.state;
      const since = versions.filter((version) => version.at >= at).map(({ state }) => state);
      const parts = [
        this.#undoPoints(code, before, since, now),
        this.#undoRuns(code, before, since, now),
        this.#undoTexts(code, before, since, now),
      ];
      counts.points += parts[0]!.undone;
      counts.runs += parts[1]!.undone;
      counts.definitions += parts[2]!.undone;
      for (const { kept } of parts) counts.kept += kept;
    }
    return counts;
  }

  #undoPoints(code: string, before: State | undefined, since: readonly State[], now: number) {
    const after = since[0]!;
    const restored: Point[] = [];
    let kept = 0;
    for (const index of new Set([...(before?.values.keys() ?? []), ...after.values.keys()])) {
      const was = valueAt(before, index);
      if (isSameNumber(was, valueAt(after, index))) continue;
      const isSetAgain = since.some((state) => {
        return !isSameNumber(valueAt(state, index), valueAt(after, index));
      });
      if (isSetAgain) kept++;
      else restored.push([index, was]);
    }
    this.writePoints(code, restored, now);
    return { undone: restored.length, kept };
  }

  #undoRuns(code: string, before: State | undefined, since: readonly State[], now: number) {
    const after = since[0]!;
    let [undone, kept] = [0, 0];
    for (const at of new Set([...(before?.runs.keys() ?? []), ...after.runs.keys()])) {
      const storedAt = (state: State | undefined) => state?.runs.get(at)?.storedAt;
      if (storedAt(before) === storedAt(after)) continue;
      if (since.some((state) => storedAt(state) !== storedAt(after))) kept++;
      else {
        this.#setRun(code, at, before?.runs.get(at), now);
        undone++;
      }
    }
    return { undone, kept };
  }

  #undoTexts(code: string, before: State | undefined, since: readonly State[], now: number) {
    const after = since[0]!;
    if (!before || isSame(before.texts, after.texts)) return { undone: 0, kept: 0 };
    if (since.some(({ textsAt }) => textsAt !== after.textsAt)) return { undone: 0, kept: 1 };
    this.define(code, before.texts, now);
    return { undone: 1, kept: 0 };
  }

  #setRun(code: string, key: string, run: Omit<ModelRun, 'storedAt'> | undefined, now: number) {
    this.#change(code, now, (at) => {
      const runs = new Map(this.#latest(code).runs);
      if (run) runs.set(key, { ...run, storedAt: at });
      else runs.delete(key);
      return { runs, updatedAt: now };
    });
  }

  #latest(code: string): State {
    return this.#series.get(code)!.versions.at(-1)!.state;
  }

  /** An entry's changes have one instant, after every earlier one. Others are never before an earlier one. */
  #change(code: string, now: number, changed: (at: number) => Partial<State>): void {
    const series = this.#series.get(code)!;
    const { recordedAt } = series;
    let at = this.#touched?.get(code);
    at ??= Math.max(now, (recordedAt ?? now - 1) + (this.#touched ? 1 : 0));
    this.#put(series, at, changed(at));
    series.recordedAt = at;
    this.#touched?.set(code, at);
  }

  #put({ versions }: Series, at: number, changed: Partial<State>): void {
    const state = { ...versions.at(-1)!.state, ...changed };
    if (versions.at(-1)!.at === at) versions.at(-1)!.state = state;
    else versions.push({ at, state });
  }
}
