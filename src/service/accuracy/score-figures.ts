// The figures of one group of scored values: errors, errors relative to both naive forecasts, and bands.

import { BandKeeper, type Score, ScoreKeeper } from '#model/score';
import type { Slots } from '#service/accuracy/score-slots';

export interface BandFigures {
  /** In percent. */
  readonly level: number;
  readonly scored: number;
  /** The share of the actual values within the band, 0–1. */
  readonly coverage: number;
  readonly width: number;
}

export interface Figures extends Omit<Score, 'rmae'> {
  readonly rmaeWeekly: number;
  readonly rmaeStandard: number;
  /** In ascending order of level. */
  readonly bands: readonly BandFigures[];
}

/** Adds up scored values; every figure is NaN before the first. */
export class FigureKeeper {
  readonly #weekly = new ScoreKeeper();
  readonly #standard = new ScoreKeeper();
  readonly #bands = new Map<number, BandKeeper>();

  add({ actual, weekly, standard }: Slots, slot: number, forecast: number): void {
    this.#weekly.add(actual[slot]!, forecast, weekly[slot]);
    this.#standard.add(actual[slot]!, forecast, standard[slot]);
  }

  addBand({ actual }: Slots, slot: number, level: number, lower: number, upper: number): void {
    let keeper = this.#bands.get(level);
    if (!keeper) this.#bands.set(level, (keeper = new BandKeeper()));
    keeper.add(actual[slot]!, lower, upper);
  }

  get figures(): Figures {
    const { rmae: rmaeWeekly, ...score } = this.#weekly.score();
    const bands = [...this.#bands].map(([level, keeper]) => {
      const { scored, coverage, width } = keeper.score();
      return { level, scored, coverage, width };
    });
    return {
      ...score,
      rmaeWeekly,
      rmaeStandard: this.#standard.score().rmae,
      bands: bands.filter(({ scored }) => scored > 0).sort((a, b) => a.level - b.level),
    };
  }
}

/** Figure keepers by group, each made on its first use. */
export class KeeperTable<Key extends string | number> {
  readonly #keepers = new Map<Key, FigureKeeper>();

  of(key: Key): FigureKeeper {
    let keeper = this.#keepers.get(key);
    if (!keeper) this.#keepers.set(key, (keeper = new FigureKeeper()));
    return keeper;
  }

  /** The groups in a given order. */
  groups(order: (a: Key, b: Key) => number): { key: Key; figures: Figures }[] {
    return [...this.#keepers]
      .sort(([a], [b]) => order(a, b))
      .map(([key, keeper]) => ({ key, figures: keeper.figures }));
  }
}
