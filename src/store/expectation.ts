// What operators expect of series, as every store keeps it.

import type { Instant } from '#core/time/instant';

/** Names a row: one pattern has at most one row for each source. */
export interface ExpectationKey {
  /** A pattern of codes, in lower case. */
  readonly pattern: string;
  /** Only series that this source brings; empty for all. */
  readonly source: string;
}

export interface StoredExpectation extends ExpectationKey {
  /** `by 13:15 through tomorrow`, `within PT2H` or `none`. */
  readonly expect: string;
  /** When the row was made: a series without a value is late some time after it. */
  readonly since: Instant;
}
