// Random histories of one area: values, runs, rates and texts, changed and undone by entries.

import fc from 'fast-check';
import { HOUR_MS, type Instant } from '#core/time/instant';
import type { EntryFacts } from '#store/journal-entry';
import type { SeriesWriter } from '#store/series-store';
import type { Store } from '#store/store';

export type Change =
  | { readonly kind: 'price' | 'cons'; readonly first: number; readonly values: readonly number[] }
  | { readonly kind: 'rate'; readonly day: number; readonly value: number }
  | {
      readonly kind: 'run';
      readonly category: 'price' | 'cons';
      readonly hoursAgo: number;
      readonly values: readonly number[];
      readonly hasBand: boolean;
    }
  | { readonly kind: 'text'; readonly unit: string }
  | { readonly kind: 'undo'; readonly which: number };

export interface AreaStep {
  /** Time since the step before; less than a second is the same moment for a client. */
  readonly byMs: number;
  readonly changes: readonly Change[];
}

const GAP = Number.NaN;
const value = fc.oneof(fc.integer({ min: -50, max: 900 }), fc.constant(GAP));
const values = fc.array(value, { minLength: 1, maxLength: 30 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('price' as const, 'cons' as const),
    first: fc.integer({ min: -60, max: 30 }),
    values,
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    day: fc.integer({ min: -3, max: 0 }),
    value: fc.integer({ min: 9, max: 12 }),
  }),
  fc.record({
    kind: fc.constant('run' as const),
    category: fc.constantFrom('price' as const, 'cons' as const),
    hoursAgo: fc.constantFrom(0, 1, 24),
    values: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 20, maxLength: 70 }),
    hasBand: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('text' as const), unit: fc.constantFrom('EUR/MWh', 'SEK/MWh') }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat({ max: 9 }) }),
);

export const areaHistory: fc.Arbitrary<AreaStep[]> = fc.array(
  fc.record({
    byMs: fc.constantFrom(0, 1, 60_000, HOUR_MS, 5 * HOUR_MS, 26 * HOUR_MS),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 7 },
);

/** Writes the series of an area. */
export class AreaWriter {
  readonly #store: Store;
  readonly #area: string;
  readonly #entries: number[] = [];

  constructor(store: Store, area: string) {
    this.#store = store;
    this.#area = area;
  }

  /** Writes the changes of a step as one entry; each undo is an entry of its own. */
  async take({ changes }: AreaStep, now: Instant): Promise<void> {
    const facts: EntryFacts = { kind: 'import', actor: 'test', name: 'file', now };
    await this.#store.write(async (writer) => {
      for (const each of changes) await this.#do(writer, each, now);
      this.#entries.push(writer.entryId!);
    }, facts);
    for (const each of changes) if (each.kind === 'undo') await this.#undo(each.which, now);
  }

  /** Undoes one of the entries that are not undone, which may itself be an undo. */
  async #undo(which: number, now: Instant): Promise<void> {
    const [id] = this.#entries.splice(which % this.#entries.length, 1);
    const facts = { kind: 'undo' as const, actor: 'test', name: 'undo', now, undoes: id! };
    await this.#store.write(async (writer) => {
      await writer.undoEntry(id!, now);
      this.#entries.push(writer.entryId!);
    }, facts);
  }

  async #do(writer: SeriesWriter, each: Change, now: Instant): Promise<void> {
    const hour = Math.floor(now / HOUR_MS);
    if (each.kind === 'undo') return;
    if (each.kind === 'text') {
      await this.#define(writer, 'price', each.unit);
    } else if (each.kind === 'rate') {
      const { key } = await this.#define(writer, 'rate', 'SEK');
      const day = Math.floor(hour / 24) + each.day;
      await writer.writePoints(key, Int32Array.of(day), Float64Array.of(each.value), now);
    } else if (each.kind === 'run') {
      const { key } = await this.#find(writer, each.category);
      const analyzedAt = (hour - each.hoursAgo) * HOUR_MS;
      const run = Float64Array.from(each.values);
      const band = { level: 80, lower: run.map((n) => n - 5), upper: run.map((n) => n + 5) };
      const facts = { analyzedAt, updatedAt: now, firstIndex: hour, source: 'test' };
      const bands = each.hasBand ? [band] : [];
      await writer.writeRun(key, { ...facts, values: run }, now, undefined, bands);
    } else {
      const { key } = await this.#find(writer, each.kind);
      const indices = Int32Array.from(each.values, (_, i) => hour + each.first + i);
      await writer.writePoints(key, indices, Float64Array.from(each.values), now);
    }
  }

  /** Returns a series, which is defined if it does not exist. */
  async #find(writer: SeriesWriter, what: 'price' | 'cons') {
    const existing = await writer.findSeries(`${this.#area.toLowerCase()}hr${what}`);
    return existing ?? this.#define(writer, what, what === 'price' ? 'EUR/MWh' : 'MWh');
  }

  #define(writer: SeriesWriter, what: 'price' | 'cons' | 'rate', unit: string) {
    const isRate = what === 'rate';
    return writer.defineSeries({
      code: isRate ? 'fxeursek' : `${this.#area.toLowerCase()}hr${what}`,
      description: `${what} in ${unit}`,
      unit,
      resolution: isRate ? 'day' : 'hour',
      area: isRate ? null : this.#area,
      category: isRate ? 'fx' : `hr${what}`,
    });
  }
}
