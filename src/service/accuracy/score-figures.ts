// The figures of one group of scored values: errors, errors relative to both naive forecasts, CRPS and bands.

import { BandKeeper, type Score, ScoreKeeper } from '#model/numbers/score';
import type { Sample } from '#service/accuracy/score-sample';

export interface BandFigures {
  /** The level in percent. */
  readonly level: number;
  readonly scored: number;
  /** The hit rate: the share of the actual values within the band, 0–1. */
  readonly coverage: number;
  readonly width: number;
}

export interface Figures extends Omit<Score, 'rmae' | 'rmaeScored'> {
  readonly rmaeWeekly: number;
  readonly rmaeWeeklyScored: number;
  readonly rmaeStandard: number;
  readonly rmaeStandardScored: number;
  readonly crps: number;
  /** The number of values of `crps`: those whose run has what it is computed from. */
  readonly crpsScored: number;
  /** The figures of the bands in ascending order of level. */
  readonly bands: readonly BandFigures[];
  /** The grid indices of the first and the last value, missing ones too; undefined without any. */
  readonly extent: { readonly first: number; readonly last: number } | undefined;
}

/** Adds up scores; NaN is none. */
export class MeanKeeper {
  count = 0;
  #sum = 0;

  add(score: number): void {
    if (Number.isNaN(score)) return;
    this.#sum += score;
    this.count++;
  }

  /** NaN before the first score. */
  get mean(): number {
    return this.count === 0 ? Number.NaN : this.#sum / this.count;
  }
}

/** Adds up scored values; every figure is NaN before the first. */
export class FigureKeeper {
  readonly #weekly = new ScoreKeeper();
  readonly #standard = new ScoreKeeper();
  readonly #bands = new Map<number, BandKeeper>();
  readonly #crps = new MeanKeeper();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add(sample: Sample): void {
    const { index, actual, forecast, weekly, standard, crps } = sample;
    if (index < this.#first) this.#first = index;
    if (index > this.#last) this.#last = index;
    this.#weekly.add(actual, forecast, weekly);
    this.#standard.add(actual, forecast, standard);
    if (Number.isNaN(forecast)) return;
    this.#crps.add(crps);
    this.#addBands(sample);
  }

  #addBands({ actual, bands, at }: Sample): void {
    for (const { level, lower, upper } of bands) {
      let keeper = this.#bands.get(level);
      if (!keeper) this.#bands.set(level, (keeper = new BandKeeper()));
      keeper.add(actual, lower[at]!, upper[at]!);
    }
  }

  get figures(): Figures {
    const { rmae: rmaeWeekly, rmaeScored: rmaeWeeklyScored, ...score } = this.#weekly.score();
    const { rmae: rmaeStandard, rmaeScored: rmaeStandardScored } = this.#standard.score();
    const bands = [...this.#bands].map(([level, keeper]) => {
      const { scored, coverage, width } = keeper.score();
      return { level, scored, coverage, width };
    });
    return {
      ...score,
      rmaeWeekly,
      rmaeWeeklyScored,
      rmaeStandard,
      rmaeStandardScored,
      crps: this.#crps.mean,
      crpsScored: this.#crps.count,
      bands: bands.filter(({ scored }) => scored > 0).sort((a, b) => a.level - b.level),
      extent: this.#first > this.#last ? undefined : { first: this.#first, last: this.#last },
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
