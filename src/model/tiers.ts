// The members by days of history: none below seven days, then naives, then each member when its window is
// full, until longer ones take its place.

import type { SeriesKind } from '#model/members/members';
import { MEMBERS } from '#model/members/members';
import { LEVEL_AND_SHAPE, SEASONAL_NAIVE } from '#model/members/naives';

/** A forecast that cannot be made, with the reason as a text for the reader. */
export interface Refused {
  readonly refused: string;
}

export interface Tier {
  /** A name such as `naive` or `2 years`. */
  readonly name: string;
  /** The days of history from which on the tier applies. */
  readonly fewestDays: number;
  /** The names of the members, naives included. */
  readonly members: readonly string[];
}

/** The days of history at which each tier begins, and its name. */
const TIER_NAMES: readonly (readonly [number, string])[] = [
  [7, 'naive'],
  [35, 'naive mean'],
  [112, 'months'],
  [371, '1 year'],
  [735, '2 years'],
  [1100, '3 years'],
  [1463, '4 years'],
];

export const FEWEST_DAYS = 7;
const FEWEST_MODEL_DAYS = 112;

/** The tier of a series with a number of observed days. */
export function tierOf(kind: SeriesKind, historyDays: number): Tier | Refused {
  const found = TIER_NAMES.findLast(([fewest]) => historyDays >= fewest);
  if (found === undefined) {
    return { refused: `only ${historyDays} days of history; ${FEWEST_DAYS} are needed` };
  }
  const [fewestDays, name] = found;
  return { name, fewestDays, members: membersAt(kind, historyDays) };
}

function membersAt(kind: SeriesKind, historyDays: number): string[] {
  if (historyDays < 35) return [SEASONAL_NAIVE];
  if (historyDays < FEWEST_MODEL_DAYS) return [SEASONAL_NAIVE, LEVEL_AND_SHAPE];
  return MEMBERS[kind]
    .filter(({ fewestDays }) => historyDays >= fewestDays)
    .filter(({ replacedFrom = Number.POSITIVE_INFINITY }) => historyDays < replacedFrom)
    .map((member) => member.name);
}
