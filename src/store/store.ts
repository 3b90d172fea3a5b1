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
import type { ResolutionName } from '#core/time/resolution';
import type { IndexSpan } from '#core/time/span';
import type { AccountStore } from '#store/account-store';
import type { AlertReader } from '#store/alert-store';
import type { ChangeEvent, EventRange } from '#store/change-event';
import type { EntryFacts, EntryQuery, JournalEntry } from '#store/journal-entry';
import type { SeriesKey } from '#store/series-record';
import type { KeptAnswer, SeriesReader, SeriesWriter } from '#store/series-store';

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Stored bytes are not those that were written. Everything else of the store can be read. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

/** The connection was lost while a write was being made durable: it may be stored or not. */
export class CommitUnknown extends StoreUnavailable {}

/** The write cannot be stored: the disk is full or read-only. What is stored can still be read. */
export class StoreUnwritable extends StoreUnavailable {}

/** Another process had the write lock for longer than the writer was willing to wait. */
export class StoreBusy extends StoreUnavailable {}

export type JobState = 'running' | 'done' | 'failed';

/** One due time of one scheduled job. */
export interface JobRecord {
  readonly name: string;
  readonly dueAt: Instant;
  readonly startedAt: Instant;
  /** null while the job runs, and for ever if its process died. */
  readonly endedAt: Instant | null;
  readonly state: JobState;
  /** What the job reported at its end; null before. */
  readonly note: string | null;
}

export interface StoreFigures {
  /** The values that await review. */
  readonly heldValues: number;
  /** The size of the files or the database. */
  readonly bytes: number;
  readonly lastImportAt: Instant | null;
  readonly lastBackupAt: Instant | null;
}

/** The setting with the instant of the last backup without damage. */
export const LAST_BACKUP = 'last-backup';

/** A reader of one state of the store, which also opens the past of that state. */
export type SnapshotReader = SeriesReader & Pick<Store, 'asOf' | 'historyFrom'>;

export interface Store extends SeriesReader {
  readonly accounts: AccountStore;
  /**
   * Runs `work` as one transaction on the series data: all of it becomes durable and visible
   * together, or none of it if `work` throws. Writers queue; readers never wait. The writer reads its
   * own writes. Throws StoreBusy if the queue takes too long. With `entry` the write is kept in the
   * journal, even if it changes nothing.
   */
  write<T>(work: (writer: SeriesWriter) => Promise<T>, entry?: EntryFacts): Promise<T>;
  /**
   * The store as it was at an instant: its records, values and runs are those of that instant. Searches,
   * lists and everything else are those of now.
   */
  asOf(instant: Instant): SeriesReader;
  /** The instant before which the history is forgotten; null if all of it is stored. */
  historyFrom(): Promise<Instant | null>;
  /**
   * Runs `work` on the store as it is at one moment, whatever is committed in the meantime. The reader
   * takes a connection of its own until `work` ends, and cannot be used afterwards.
   */
  snapshot<T>(work: (reader: SnapshotReader) => Promise<T>): Promise<T>;
  /**
   * Forgets what was replaced at or before an instant, and resolves to the number of rows. Nothing that
   * is current changes.
   */
  compact(before: Instant, entry: EntryFacts): Promise<number>;
  /** The events of the log of changes with numbers above `after`, ascending: at most `limit`. */
  listEvents(after: number, limit: number): Promise<ChangeEvent[]>;
  eventRange(): Promise<EventRange>;
  /**
   * Forgets the beginning of the log, up to the first event of `before` or later, and resolves to the number
   * of events. The newest event always stays.
   */
  forgetEvents(before: Instant, entry: EntryFacts): Promise<number>;
  /** Opens what is stored of alerts. They are changed through a writer. */
  openAlerts(): Promise<AlertReader>;
  /** Entries of the journal, newest first. */
  listEntries(query: EntryQuery): Promise<JournalEntry[]>;
  findEntry(id: number): Promise<JournalEntry | undefined>;
  /** An answer kept after an instant. */
  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined>;
  /** Small facts about the store itself, such as its market time zone. */
  getSetting(name: string): Promise<string | undefined>;
  putSetting(name: string, value: string): Promise<void>;
  /** The settings whose names begin with a text, by name. */
  listSettings(prefix: string): Promise<readonly (readonly [name: string, value: string])[]>;
  /**
   * Observed values of one span of many series, which must have this resolution, as `readValues` returns them.
   * One statement reads them all.
   */
  readManyValues(
    keys: readonly SeriesKey[],
    resolution: ResolutionName,
    span: IndexSpan,
  ): Promise<ReadonlyMap<SeriesKey, Float64Array>>;
  /**
   * Claims a due job: only one of the processes on a store gets true. False if the job is done, or has
   * run for at most an hour. A job that failed or never ended can be claimed again.
   */
  claimJob(name: string, dueAt: Instant, now: Instant): Promise<boolean>;
  /** Ends a running job. A job that is not running stays as it is. */
  endJob(
    name: string,
    dueAt: Instant,
    now: Instant,
    state: 'done' | 'failed',
    note: string,
  ): Promise<void>;
  /** The records of a job, newest due time first. */
  listJobs(name: string, limit: number): Promise<JobRecord[]>;
  /**
   * Takes a duty that has no end, such as delivering webhooks, or confirms that this store still has it. False
   * if another process on the store has it. A duty ends with its process, and another may take it at once. If
   * a database server restarts, two processes may have a duty until the first one asks again.
   */
  holdDuty(duty: string): Promise<boolean>;
  leaveDuty(duty: string): Promise<void>;
  /** What is watched from outside; cheap enough to be read every second. */
  readFigures(): Promise<StoreFigures>;
  /** Whether the engine answered last, and its connections. Only for an engine in another process. */
  state?(): {
    readonly isUp: boolean;
    readonly openConnections: number;
    readonly idleConnections: number;
  };
  /** About how many bytes the cached records take. */
  cachedBytes?(): number;
  /** Resolves when the engine answers; throws StoreUnavailable if it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
