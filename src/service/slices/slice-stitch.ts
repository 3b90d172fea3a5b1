// The one file that decides which intervals of a slice a run is taken for. Slices show what is taken here, and
// scorecards count it.

import type { Grid } from '#core/time/grid';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { SliceLayer } from '#core/values/slice-layer';
import { intervalsAhead, type Lead } from '#core/values/slice-rule';
import type { RunForm } from '#store/run-store';

/** A slice to which runs are offered, the preferred ones first. */
export class SliceStitch {
  readonly #lead: Lead;
  readonly #grid: Grid;
  readonly #market: Zone;
  readonly #layer: SliceLayer;

  constructor(lead: Lead, intervals: IndexSpan, grid: Grid, market: Zone) {
    this.#lead = lead;
    this.#grid = grid;
    this.#market = market;
    this.#layer = new SliceLayer(intervals);
  }

  /** Whether every interval has a run. */
  get isFull(): boolean {
    return this.#layer.free === 0;
  }

  /** Takes a run for the intervals that it covers at this lead and that no run before it took. */
  take(run: Pick<RunForm, 'analyzedAt' | 'horizon'>): IndexSpan[] {
    const taken: IndexSpan[] = [];
    const wanted = intervalsAhead(this.#lead, run, this.#grid, this.#market);
    this.#layer.take(wanted, (start, end) => taken.push({ start, end }));
    return taken;
  }
}
