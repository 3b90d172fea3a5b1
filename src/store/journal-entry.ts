// The journal of writes, as every store keeps it: who wrote what, and what that changed.

import type { Instant } from '#core/time/instant';

/** How many points a write found new, different, or already stored. Gaps count like values. */
export interface WriteCounts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
}

/** What a journal entry was about. */
export type EntryKind =
  | 'import'
  | 'runs'
  | 'values'
  | 'define'
  | 'collect'
  | 'undo'
  | 'rule'
  | 'review'
  | 'alert'
  | 'compact';

/** Who writes, and what: given at the beginning of a write. */
export interface EntryFacts {
  readonly kind: EntryKind;
  /** A user's name, or the login on this machine. */
  readonly actor: string;
  /** A file, a source, or whatever else the write is about. */
  readonly name: string;
  readonly now: Instant;
  /** The entry that this write takes back. */
  readonly undoes?: number;
}

/** One write, as the journal has it. */
export interface JournalEntry {
  readonly id: number;
  readonly recordedAt: Instant;
  readonly kind: EntryKind;
  readonly actor: string;
  readonly name: string;
  readonly undoes: number | null;
  /** The entry that took this one back; null if none has. */
  readonly undoneBy: number | null;
  /** The number of series that changed. */
  readonly seriesCount: number;
  readonly points: WriteCounts & { readonly held: number };
  readonly runs: WriteCounts;
}

export interface EntryQuery {
  readonly limit: number;
  /** Only entries with smaller numbers, for paging. */
  readonly before?: number;
  readonly kind?: EntryKind;
}

/** What taking an entry back did. Later changes stay: their points and runs are not put back. */
export interface UndoCounts {
  readonly points: number;
  readonly runs: number;
  readonly definitions: number;
  /** Points and runs that stay, because they were changed again since. */
  readonly kept: number;
}
