// The log of changes, as every store keeps it: what each write really changed, in the order of the commits.

import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import type { SeriesKey } from '#store/series-record';

/** What can happen to a series. The word before the dot is the kind of event. An alert changes no data. */
export const EVENT_TYPES = [
  'series.added',
  'series.changed',
  'values.changed',
  'run.added',
  'run.replaced',
  'run.removed',
  'held.added',
  'held.released',
  'alert.firing',
  'alert.resolved',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One change of one series by one write. */
export interface ChangeEvent {
  /** One more than the event before, in the order of the commits. */
  readonly id: number;
  readonly type: EventType;
  readonly key: SeriesKey;
  readonly code: string;
  readonly resolution: ResolutionName;
  readonly area: string | null;
  readonly category: string | null;
  /** The first and the last point that changed; null if the event has no points, or is from before the log. */
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  /** How many points changed, of a run: how many it has. Null like the indices. */
  readonly points: number | null;
  /** The issue time of a run; null also if all of a source's runs before a time were removed. */
  readonly analyzedAt: Instant | null;
  readonly source: string | null;
  /** The instant from which the change is visible; null if it counts as always known. */
  readonly recordedAt: Instant | null;
  /** The write's entry of the journal; null if it has none. */
  readonly entryId: number | null;
  /** Only of an alert: the name of its rule, and the user whose rule it is; null: the operators'. */
  readonly alert?: { readonly rule: string; readonly owner: string | null };
}

/** The numbers of the oldest and the newest event of the log; both 0 if it is empty. */
export interface EventRange {
  readonly oldest: number;
  readonly newest: number;
}
