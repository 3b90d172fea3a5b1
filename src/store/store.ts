// What every store can do, whichever engine is behind it. Nothing here knows SQL or a file.
//
// Common to all methods:
// - Instants are milliseconds since 1970 UTC; indices count intervals of the series' own grid
//   (core/time/grid.ts); index spans are half-open; NaN is a gap; -0 is stored as 0.
// - Codes arrive normalised (lower-case). User names match without regard to case.
// - A method that finds nothing returns undefined, an empty array, or NaN; it does not throw.
// - An engine that cannot be reached throws StoreUnavailable, and nothing else of the engine's.
// - A promise of a write resolves only when the write is durable.

import type { Instant } from '#core/time/instant';
import type { AccountStore } from '#store/account-store';
import type {
  EntryFacts,
  EntryQuery,
  JournalEntry,
  KeptAnswer,
  SeriesReader,
  SeriesWriter,
} from '#store/series-store';

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The connection was lost while a write was being made durable: it may be stored or not. */
export class CommitUnknown extends StoreUnavailable {}

/** What was asked for cannot be stored: the disk is full, or takes nothing more. What is there can be read. */
export class StoreUnwritable extends StoreUnavailable {}

/** Another process holds the write lock for longer than the writer was willing to wait. */
export class StoreBusy extends StoreUnavailable {}

export type JobState = 'running' | 'done' | 'failed';

/** One due time of one scheduled job. */
export interface JobRecord {
  readonly name: string;
  readonly dueAt: Instant;
  readonly startedAt: Instant;
  /** null while it runs, and for ever where its process died. */
  readonly endedAt: Instant | null;
  readonly state: JobState;
  /** What it said at its end; null before. */
  readonly note: string | null;
}

export interface Store extends SeriesReader {
  readonly accounts: AccountStore;
  /**
   * Runs `work` as one transaction on the series data: all of it becomes durable and visible
   * together, or, where `work` throws, none of it. Writers take turns; readers never wait. The
   * writer reads its own writes. Throws StoreBusy where the turn does not come in time. With `entry`
   * the write is kept in the journal, also where it changes nothing.
   */
  write<T>(work: (writer: SeriesWriter) => Promise<T>, entry?: EntryFacts): Promise<T>;
  /**
   * The store as it was at an instant: records, values and runs are those of then. Searches, lists and
   * all else are those of now.
   */
  asOf(instant: Instant): SeriesReader;
  /** Before this instant nothing is known any more of what was when; null: everything is. */
  historyFrom(): Promise<Instant | null>;
  /**
   * Forgets what was replaced at or before an instant; resolves to how many rows. Nothing that is
   * current changes.
   */
  compact(before: Instant, entry: EntryFacts): Promise<number>;
  /** Newest first. */
  listEntries(query: EntryQuery): Promise<JournalEntry[]>;
  findEntry(id: number): Promise<JournalEntry | undefined>;
  /** An answer kept after an instant. */
  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined>;
  /** Small facts about the store itself, such as its market time zone. */
  getSetting(name: string): Promise<string | undefined>;
  putSetting(name: string, value: string): Promise<void>;
  /**
   * Takes a due job for the caller: of all processes on one store, one gets true. False where it is
   * done, or running since no more than an hour; one that failed, or never ended, may be taken again.
   */
  claimJob(name: string, dueAt: Instant, now: Instant): Promise<boolean>;
  /** Ends a running job; one that is not running stays as it is. */
  endJob(
    name: string,
    dueAt: Instant,
    now: Instant,
    state: 'done' | 'failed',
    note: string,
  ): Promise<void>;
  /** The records of a job, newest due time first. */
  listJobs(name: string, limit: number): Promise<JobRecord[]>;
  /** Whether the engine answered last, and its connections; only of an engine that is elsewhere. */
  state?(): {
    readonly isUp: boolean;
    readonly openConnections: number;
    readonly idleConnections: number;
  };
  /** Bytes that records held in memory take, about. */
  cachedBytes?(): number;
  /** Resolves when the engine answers; throws StoreUnavailable where it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
