// One source of a scorecard: its forecast of each slot a day ahead, and its errors further ahead.

import { HOUR_MS } from '#core/time/instant';
import { type IndexSpan, lengthOf } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { FigureKeeper, type Figures, MeanKeeper } from '#service/accuracy/score-figures';
import {
  type BandColumn,
  boundsOf,
  crpsAt,
  type RunBounds,
  sampleOf,
} from '#service/accuracy/score-sample';
import type { Slots } from '#service/accuracy/score-slots';
import { SliceStitch } from '#service/slices/slice-stitch';
import type { RunForm } from '#store/run-store';

/** The days ahead that are scored: 1 to this. */
export const MOST_LEAD_DAYS = 7;

const gaps = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

/** A run's values and bands, from its first interval on. */
interface RunColumns extends RunBounds {
  readonly horizon: IndexSpan;
  readonly values: Float64Array;
}

export class Source {
  readonly name: string;
  readonly kind: 'runs' | 'hindcast' | 'series';
  /** The number of its runs that reach into the span; 0 for a series. */
  runs = 0;
  /** The number of these that were issued in time. */
  runsInTime = 0;
  /** One entry a slot: the slice a day ahead. */
  readonly dayAhead: Float64Array;
  /** Whether a scored run has quantiles. */
  hasQuantiles = false;
  /** The whole hours from the run to the slot; −1 if no run is known. */
  readonly leadHours: Int32Array;
  readonly #bands = new Map<number, BandColumn>();
  /** The scores of slots whose run has quantiles, and of those whose run came with bands only. */
  readonly #crps: { readonly byDeciles: Float64Array; readonly byBands: Float64Array };
  readonly #slots: Slots;
  readonly #stitch: SliceStitch;
  readonly #later: readonly LaterLead[];

  constructor(name: string, kind: Source['kind'], slots: Slots, market: Zone) {
    const { grid, indices } = slots;
    this.name = name;
    this.kind = kind;
    this.dayAhead = gaps(lengthOf(indices));
    this.#crps = { byDeciles: gaps(lengthOf(indices)), byBands: gaps(lengthOf(indices)) };
    this.leadHours = new Int32Array(lengthOf(indices)).fill(-1);
    this.#slots = slots;
    const stitch = (daysAhead: number) => new SliceStitch({ daysAhead }, indices, grid, market);
    this.#stitch = stitch(1);
    this.#later = Array.from(
      { length: kind === 'series' ? 0 : MOST_LEAD_DAYS - 1 },
      (_, i) => new LaterLead(i + 2, stitch(i + 2), slots),
    );
  }

  /** The bands a day ahead, in ascending order of level; each has one entry a slot. */
  get bands(): BandColumn[] {
    return [...this.#bands.values()].sort((a, b) => a.level - b.level);
  }

  /**
   * The score of each slot a day ahead; NaN if it is not scored. The two formulas are never mixed: if a run of
   * the source has quantiles, runs that came with bands only are not scored.
   */
  get crps(): Float64Array {
    return this.hasQuantiles ? this.#crps.byDeciles : this.#crps.byBands;
  }

  /** The figures of each number of days ahead above 1 that has a forecast. */
  get laterLeads(): { readonly key: number; readonly figures: Figures }[] {
    return this.#later.flatMap((lead) => {
      const figures = lead.figures(this.hasQuantiles);
      return figures ? [{ key: lead.daysAhead, figures }] : [];
    });
  }

  /** Takes a run for the slots that it wins at each lead, and says whether it wins any. The newest comes first. */
  async take(form: RunForm): Promise<boolean> {
    const nextDay = this.#stitch.take(form);
    const later = this.#later.map((lead) => ({ lead, taken: lead.stitch.take(form) }));
    if (nextDay.length === 0 && later.every(({ taken }) => taken.length === 0)) return false;
    const { horizon, analyzedAt } = form;
    const run = { horizon, values: await form.values(), ...boundsOf(await form.bands()) };
    if (run.deciles) this.hasQuantiles = true;
    for (const span of nextDay) this.#putDayAhead(run, analyzedAt, span);
    for (const { lead, taken } of later) for (const span of taken) lead.add(run, span);
    return true;
  }

  #putDayAhead(run: RunColumns, analyzedAt: number, span: IndexSpan): void {
    const { horizon, values, bands } = run;
    const { grid, indices, actual } = this.#slots;
    const from = span.start - horizon.start;
    const [slot, count] = [span.start - indices.start, lengthOf(span)];
    this.dayAhead.set(values.subarray(from, from + count), slot);
    const crps = run.deciles ? this.#crps.byDeciles : this.#crps.byBands;
    for (let i = 0; i < count; i++) {
      this.leadHours[slot + i] = Math.floor((grid.startOf(span.start + i) - analyzedAt) / HOUR_MS);
      crps[slot + i] = crpsAt(actual[slot + i]!, values[from + i]!, run, from + i);
    }
    for (const { level, lower, upper } of bands) {
      let column = this.#bands.get(level);
      if (!column) {
        const length = lengthOf(indices);
        this.#bands.set(level, (column = { level, lower: gaps(length), upper: gaps(length) }));
      }
      column.lower.set(lower.subarray(from, from + count), slot);
      column.upper.set(upper.subarray(from, from + count), slot);
    }
  }
}

/** The slice of one number of days ahead, of which only the figures are kept. */
class LaterLead {
  readonly daysAhead: number;
  readonly stitch: SliceStitch;
  readonly #keeper = new FigureKeeper();
  /** The scores of runs that came with bands only. */
  readonly #crpsByBands = new MeanKeeper();
  readonly #slots: Slots;
  #first = Number.POSITIVE_INFINITY;

  constructor(daysAhead: number, stitch: SliceStitch, slots: Slots) {
    this.daysAhead = daysAhead;
    this.stitch = stitch;
    this.#slots = slots;
  }

  add(run: RunColumns, { start, end }: IndexSpan): void {
    const { horizon, values, bands } = run;
    for (let index = start; index < end; index++) {
      const at = index - horizon.start;
      if (Number.isNaN(values[at]!)) continue;
      if (index < this.#first) this.#first = index;
      const slot = index - this.#slots.indices.start;
      const score = crpsAt(this.#slots.actual[slot]!, values[at]!, run, at);
      const crps = run.deciles ? score : Number.NaN;
      if (!run.deciles) this.#crpsByBands.add(score);
      this.#keeper.add(sampleOf(this.#slots, slot, { forecast: values[at]!, crps }, bands, at));
    }
  }

  /** Returns the figures from the first forecast slot on: each slot that is not scored is missing. */
  figures(isByDeciles: boolean): Figures | undefined {
    if (this.#first === Number.POSITIVE_INFINITY) return undefined;
    const { figures } = this.#keeper;
    const { end } = this.#slots.indices;
    const missing = end - this.#first - figures.scored;
    const { mean, count } = this.#crpsByBands;
    const crps = isByDeciles ? {} : { crps: mean, crpsScored: count };
    return { ...figures, ...crps, missing, extent: { first: this.#first, last: end - 1 } };
  }
}
