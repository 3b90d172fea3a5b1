// The scores of every member, the blend and the naives over the days of a backtest.

import { DECILES, decileScore } from '#core/values/decile-score';
import { BLEND, PLAIN_BLEND } from '#model/days/past-runs';
import type { Forecast } from '#model/forecast-days';
import { NAIVES, WEEKLY_NAIVE } from '#model/members/naives';
import { BandKeeper, type BandScore, type Score, ScoreKeeper } from '#model/numbers/score';
import type { Refused } from '#model/tiers';

/** A day that was forecast as if it were still to come. */
export interface ScoredDay {
  /** The actual values of the day's slots; NaN is a gap, which is not scored. */
  readonly actual: Float64Array;
  readonly outcome: Forecast | Refused;
  readonly notes?: readonly string[];
}

export interface NamedScore {
  readonly name: string;
  readonly kind: 'member' | 'blend' | 'naive';
  readonly score: Score;
}

/** The deciles of a forecast, in ascending order. */
export const decilesOf = ({ quantiles }: Pick<Forecast, 'quantiles'>): Float64Array[] =>
  DECILES.map((wanted) => quantiles.find(({ percent }) => percent === wanted)!.values);

export class BacktestScores {
  /** The number of days with a forecast, and the reasons why the others have none. */
  days = 0;
  readonly refusals = new Map<string, number>();
  /** The number of days by driver, and by note. */
  readonly drivers = new Map<string, number>();
  readonly notes = new Map<string, number>();
  readonly #keepers = new Map<string, ScoreKeeper>();
  readonly #bands = new Map<number, BandKeeper>();
  #crps = 0;
  #crpsCount = 0;
  /** The actual value nearest to zero and the sum of sizes: they decide whether MAPE makes sense. */
  #smallest = Number.POSITIVE_INFINITY;
  #size = 0;
  #count = 0;

  add({ actual, outcome, notes = [] }: ScoredDay): void {
    if ('refused' in outcome) {
      countOne(this.refusals, outcome.refused);
      return;
    }
    this.days++;
    for (const name of outcome.drivers) countOne(this.drivers, name);
    for (const note of notes) countOne(this.notes, note);
    const { values } = outcome.firstDay;
    for (const [name, forecast] of Object.entries(values)) {
      let keeper = this.#keepers.get(name);
      if (!keeper) this.#keepers.set(name, (keeper = new ScoreKeeper()));
      keeper.addAll(actual, forecast, values[WEEKLY_NAIVE]);
    }
    for (const { coverage, low, high } of outcome.bands) {
      let keeper = this.#bands.get(coverage);
      if (!keeper) this.#bands.set(coverage, (keeper = new BandKeeper()));
      keeper.addAll(actual, low, high);
    }
    const deciles = decilesOf(outcome);
    for (const [slot, value] of actual.entries()) {
      if (Number.isNaN(value)) continue;
      const crps = decileScore(value, deciles, slot);
      if (!Number.isNaN(crps)) {
        this.#crps += crps;
        this.#crpsCount++;
      }
      this.#smallest = Math.min(this.#smallest, Math.abs(value));
      this.#size += Math.abs(value);
      this.#count++;
    }
  }

  /** The scores of members, then of the blend, then of the naives. */
  scores(): NamedScore[] {
    const kindOf = (name: string): NamedScore['kind'] => {
      if (name === BLEND) return 'blend';
      return (NAIVES as readonly string[]).includes(name) ? 'naive' : 'member';
    };
    const order = ['member', 'blend', 'naive'];
    return [...this.#keepers]
      .filter(([name]) => name !== PLAIN_BLEND)
      .map(([name, keeper]) => ({ name, kind: kindOf(name), score: keeper.score() }))
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  }

  bandScores(): { readonly coverage: number; readonly score: BandScore }[] {
    return [...this.#bands].map(([coverage, keeper]) => ({ coverage, score: keeper.score() }));
  }

  /** The mean score of the deciles; NaN before the first scored value. */
  crps(): number {
    return this.#crpsCount === 0 ? Number.NaN : this.#crps / this.#crpsCount;
  }

  /** Whether the actual value never comes near zero, so that percentages of it make sense. */
  get isFarFromZero(): boolean {
    return this.#count > 0 && this.#smallest > 0.05 * (this.#size / this.#count);
  }
}

const countOne = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
