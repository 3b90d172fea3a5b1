// Values that await review, and the rules that decide which do.

import type { Instant } from '#core/time/instant';
import type { SeriesKey } from '#store/series-record';

/** Which values of a series are accepted without review; null accepts any. */
export interface ValueRule {
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The largest step from one value to the next, up or down. */
  readonly largestStep: number | null;
}

/** A value that breaks a rule and awaits review. */
export interface HeldValue {
  readonly key: SeriesKey;
  readonly code: string;
  readonly index: number;
  readonly value: number;
  /** A sentence that says which rule the value breaks. */
  readonly reason: string;
  readonly heldAt: Instant;
  /** The entry that brought the value; null if its write had none. */
  readonly entryId: number | null;
}

export interface HeldQuery {
  readonly key?: SeriesKey;
  readonly limit: number;
}
