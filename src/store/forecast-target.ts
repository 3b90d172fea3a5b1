// The series that operators want forecast, as every store keeps them.

import type { Instant } from '#core/time/instant';

export interface StoredTarget {
  /** Its name, in lower case: also the source of its runs. */
  readonly name: string;
  /** The code of the series that is forecast. It may not exist, or not yet. A formula has its name. */
  readonly series: string;
  /** The codes of the driving series; null if they are found by the scheme of codes. */
  readonly drivers: readonly string[] | null;
  /** UTC hours of the day at which a run is due; null: those of the server. */
  readonly hours: readonly number[] | null;
  /** `price`, `load`, `wind`, `solar` or `other`; null if it is guessed from the series. */
  readonly kind: string | null;
  /** The area whose holidays and drivers count; null: the series' own. */
  readonly area: string | null;
  /** The formula whose values the series gets; null: the series has values of its own. */
  readonly formula: string | null;
  /** The unit that was given for a formula; null: it follows from the parts. */
  readonly unit: string | null;
  /** When it was last changed. */
  readonly createdAt: Instant;
}
