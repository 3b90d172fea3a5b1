// What every store can do, whichever engine is behind it. Nothing here knows SQL or a file.
//
// Common to all methods:
// - Instants are milliseconds since 1970 UTC; indices count intervals of the series' own grid
//   (core/grid.ts); index spans are half-open; NaN is a gap; -0 is stored as 0.
// - Codes arrive normalised (lower-case). User names match without regard to case.
// - A method that finds nothing returns undefined, an empty array, or NaN; it does not throw.
// - An engine that cannot be reached throws StoreUnavailable, and nothing else of the engine's.
// - A promise of a write resolves only when the write is durable.

import type { ForecastRun } from '#core/forecast-run';
import type { Instant } from '#core/instant';
import type { ResolutionName } from '#core/resolution';
import type { Soon } from '#core/soon';
import type { IndexSpan } from '#core/span';

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The connection was lost while a write was being made durable: it may be stored or not. */
export class CommitUnknown extends StoreUnavailable {}

/** Another process holds the write lock for longer than the writer was willing to wait. */
export class StoreBusy extends StoreUnavailable {}

/** The series' key inside one store: small, stable, never shown to a caller. */
export type SeriesKey = number;

export interface SeriesDefinition {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly resolution: ResolutionName;
  /** Area code as in core/areas.ts where the series belongs to one, else null. */
  readonly area: string | null;
  /** What is measured (`hrprice`, `hrwind`, `fx` …), or null. */
  readonly category: string | null;
}

export interface SeriesRecord extends SeriesDefinition {
  readonly key: SeriesKey;
  /** First and last observed (non-gap) index; both null where nothing is observed. */
  readonly firstIndex: number | null;
  readonly lastIndex: number | null;
  /** Smallest first and largest last index over all runs; both null where there is no run. */
  readonly runFirstIndex: number | null;
  readonly runLastIndex: number | null;
  /** The newest run by analyzedAt, and its last index; both null where there is no run. */
  readonly newestRunAt: Instant | null;
  readonly newestRunLastIndex: number | null;
  /** When a value or run last changed; null where nothing was ever written. */
  readonly updatedAt: Instant | null;
  /** Grows with every change of definition, value or run: the key of every cache and ETag. */
  readonly version: number;
}

export interface SeriesQuery {
  /** Leading part of the code; '' is every series. */
  readonly prefix?: string;
  /** Every word must occur in the code or the description, without regard to case. */
  readonly words?: readonly string[];
  readonly area?: string;
  readonly resolution?: ResolutionName;
  /** Only codes after this one (exclusive), for paging. */
  readonly after?: string;
  readonly limit: number;
}

export interface CatalogState {
  readonly version: number;
  /** null where nothing was ever written. */
  readonly updatedAt: Instant | null;
}

export interface RunHeader {
  readonly analyzedAt: Instant;
  readonly updatedAt: Instant;
  /** The run's horizon on the series' grid. */
  readonly horizon: IndexSpan;
  readonly source: string;
}

/** Between which values a run expects the actual ones, `level` times out of a hundred. */
export interface RunBand {
  /** Percent: 80, 90. A run has each level once. */
  readonly level: number;
  /** One for each value of the run; NaN where there is none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** What a model says of one of its runs. */
export interface RunDetail {
  readonly tier: string;
  readonly historyDays: number;
  readonly members: readonly {
    readonly name: string;
    readonly weight: number;
    readonly isDropped: boolean;
  }[];
  /** Codes of the series that were used beside the forecast one. */
  readonly drivers: readonly string[];
  readonly notes: readonly string[];
}

export interface SeriesReader {
  /**
   * A number that changes with every commit that a reader can see, known without waiting. A store that
   * would have to wait for it has none.
   */
  dataVersion?(): number;
  findSeries(code: string): Soon<SeriesRecord | undefined>;
  /** In ascending order of code (by bytes). Uses the code's index for `prefix` and `after`. */
  searchSeries(query: SeriesQuery): Promise<SeriesRecord[]>;
  countSeries(): Promise<number>;
  /** The units that series have, each once, ascending. */
  listUnits(): Promise<string[]>;
  /** A number that grows with every change of any series, and when that was: the lists' validators. */
  readCatalogState(): Promise<CatalogState>;
  /**
   * Observed values of a span, one per index: `result[i]` belongs to `span.start + i`. The result is
   * the beginning of `into` where that is given; it must be long enough.
   */
  readValues(key: SeriesKey, span: IndexSpan, into?: Float64Array): Promise<Float64Array>;
  /**
   * What `readValues` would have returned at an instant: every write whose `now` is after `asOf` is
   * undone. What was written before the store kept such records counts as known since ever.
   */
  readValuesAsOf(key: SeriesKey, span: IndexSpan, asOf: Instant): Promise<Float64Array>;
  /** The last index that had a value at an instant; null where there was none. */
  lastKnownIndex(key: SeriesKey, asOf: Instant): Promise<number | null>;
  /** The newest run, or the newest at or before an instant. */
  findNewestRun(key: SeriesKey, atOrBefore?: Instant): Promise<ForecastRun | undefined>;
  /** Headers of all runs, newest first. */
  listRuns(key: SeriesKey): Promise<RunHeader[]>;
  /** Runs with `from` ≤ analyzedAt ≤ `to`, ascending. */
  readRuns(key: SeriesKey, from: Instant, to: Instant): Promise<ForecastRun[]>;
  /**
   * Up to `limit` runs whose horizon overlaps a span, newest first; `before` continues a listing:
   * only runs with analyzedAt < `before`.
   */
  findRunsOver(
    key: SeriesKey,
    span: IndexSpan,
    limit: number,
    before?: Instant,
  ): Promise<ForecastRun[]>;
  /** What the model said of a run when it wrote it. */
  findRunDetail(key: SeriesKey, analyzedAt: Instant): Promise<RunDetail | undefined>;
  /** The bands of a run, in ascending order of level. */
  readBands(key: SeriesKey, analyzedAt: Instant): Promise<RunBand[]>;
  /** The text that was last kept for a series and a source. */
  readModelMemory(key: SeriesKey, source: string): Promise<string | undefined>;
  findRule(key: SeriesKey): Promise<ValueRule | undefined>;
  /** Oldest first, by series and time within. */
  listHeld(query: HeldQuery): Promise<HeldValue[]>;
}

/** Which values of a series are believed without a look; null is any. */
export interface ValueRule {
  readonly lowest: number | null;
  readonly highest: number | null;
  /** From one value to the next, up or down. */
  readonly largestStep: number | null;
}

/** A value that a rule kept out. */
export interface HeldValue {
  readonly key: SeriesKey;
  readonly code: string;
  readonly index: number;
  readonly value: number;
  /** A sentence. */
  readonly reason: string;
  readonly heldAt: Instant;
  /** The entry that brought it; null where there was none. */
  readonly entryId: number | null;
}

export interface HeldQuery {
  readonly key?: SeriesKey;
  readonly limit: number;
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
  | 'compact';

/** Who writes, and what: told at the beginning of a write. */
export interface EntryFacts {
  readonly kind: EntryKind;
  /** A user's name, or who it was on this machine. */
  readonly actor: string;
  /** File, source, or what else it is about. */
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
  /** The entry that took this one back; null where none has. */
  readonly undoneBy: number | null;
  /** Series that anything changed of. */
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

/** What taking an entry back did. Later changes stay: what they changed is not put back. */
export interface UndoCounts {
  readonly points: number;
  readonly runs: number;
  readonly definitions: number;
  /** Points and runs that were changed again since. */
  readonly kept: number;
}

/** An answer to be given again; whoever keeps it has made it unreadable to others. */
export interface KeptAnswer {
  readonly digest: string;
  readonly answer: Uint8Array;
}

/** How many points a write found new, different, or already there. Gaps count like values. */
export interface WriteCounts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
}

export interface SeriesWriter extends SeriesReader {
  /** The number of this write in the journal; undefined where it is not kept there. */
  readonly entryId: number | undefined;
  /**
   * Makes the series, or changes description, unit, area and category of an existing one. The
   * resolution of an existing series cannot change: that throws a plain Error naming both. Without
   * `now`, and without an entry, the series counts as known since ever.
   */
  defineSeries(definition: SeriesDefinition, now?: Instant): Promise<SeriesRecord>;
  /**
   * Sets points of a series and leaves every other point alone. `indices` ascend strictly; a NaN
   * value makes a gap. Where anything differs, `updatedAt` becomes `now` and the version grows;
   * the observed extent follows, inwards too when gaps are written at its ends. What the points were
   * before is kept for `readValuesAsOf`; a `now` before that of an earlier write counts as that one.
   */
  writePoints(
    key: SeriesKey,
    indices: Int32Array,
    values: Float64Array,
    now: Instant,
  ): Promise<WriteCounts>;
  /**
   * Stores a run with what its model says of it, replacing one of the same analyzedAt: a detail or
   * band that is not given is gone. Equal horizon, values, source, detail and bands change nothing.
   */
  writeRun(
    key: SeriesKey,
    run: ForecastRun,
    now: Instant,
    detail?: RunDetail,
    bands?: readonly RunBand[],
  ): Promise<'added' | 'changed' | 'same'>;
  /**
   * Forgets a source's runs with analyzedAt < `before`, with their details and bands; resolves to how
   * many. The version grows; `updatedAt` stays, as nothing was learnt. They are gone as of any time.
   */
  removeRuns(key: SeriesKey, source: string, before: Instant): Promise<number>;
  /**
   * Keeps a text of a model's own for a series, in place of the one before. No answer depends on it:
   * neither version nor `updatedAt` changes.
   */
  writeModelMemory(key: SeriesKey, source: string, text: string, now: Instant): Promise<void>;
  /**
   * Takes an entry back: points, runs and texts become what they were before it, but for what was
   * changed again since. Series that it made stay, without values. Throws an UndoFault where there is
   * no such entry, where it was taken back already, and where its record is compacted.
   */
  undoEntry(id: number, now: Instant): Promise<UndoCounts>;
  /** Sets a series' rule, or takes it away. */
  setRule(key: SeriesKey, rule: ValueRule | undefined): Promise<void>;
  /** Puts values aside; one of the same series and index replaces the one before. */
  holdValues(
    key: SeriesKey,
    held: readonly Pick<HeldValue, 'index' | 'value' | 'reason'>[],
    now: Instant,
  ): Promise<void>;
  /** Values that are no longer put aside; resolves to those that were. */
  releaseHeld(key: SeriesKey, indices: readonly number[]): Promise<HeldValue[]>;
  /** Keeps an answer with the write it answers. */
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
}

export interface Plan {
  readonly name: string;
  /** Identifier patterns with `*` for any run of characters. */
  readonly patterns: readonly string[];
  readonly requestsPerMinute: number;
  readonly pointsPerAnswer: number;
}

export interface User {
  readonly id: number;
  readonly name: string;
  /** PHC string; null for a user who cannot sign in with a password. */
  readonly passwordHash: string | null;
  readonly planName: string;
  readonly isDisabled: boolean;
  readonly createdAt: Instant;
}

/** A sign-in token or a named API key. Only the hash of the secret is ever stored. */
export interface Credential {
  readonly hash: string;
  readonly userId: number;
  /** An operator key also opens the operator interface. */
  readonly kind: 'token' | 'key' | 'operator';
  /** A key's name, unique among the user's keys; null for a token. */
  readonly name: string | null;
  readonly createdAt: Instant;
  /** First instant at which it no longer works; null means never. */
  readonly expiresAt: Instant | null;
}

/** A credential with everything a request needs to know of its owner. */
export interface Grant {
  readonly credential: Credential;
  readonly user: User;
  readonly plan: Plan;
}

/** Who changed which account. */
export interface AccountEntry {
  readonly id: number;
  readonly recordedAt: Instant;
  readonly actor: string;
  /** Such as `user-added`. */
  readonly kind: string;
  /** The user or plan it was about. */
  readonly name: string;
  /** A sentence; never a secret. */
  readonly detail: string;
}

/** A wish to take requests out of a key's window. */
export interface RequestWish {
  readonly key: string;
  /** Requests a window. */
  readonly limit: number;
  /** So many are waiting. */
  readonly needed: number;
  /** So many may be taken ahead, where a sixteenth of what is left is as many. */
  readonly most: number;
  readonly windowMs: number;
}

/** A key's window as the store has it. */
export interface RequestWindow {
  readonly openedAt: Instant;
  /** Requests that all processes together have taken out of it. */
  readonly taken: number;
}

/** What failed sign-ins are counted by. */
export type FailureKind = 'user' | 'address';

export interface AccountStore {
  findUser(name: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** Resolves to undefined where the name is taken (without regard to case). */
  addUser(user: Omit<User, 'id'>): Promise<User | undefined>;
  /** Changes what is given; resolves to undefined where there is no such user. */
  updateUser(
    name: string,
    change: Partial<Pick<User, 'passwordHash' | 'planName' | 'isDisabled'>>,
  ): Promise<User | undefined>;
  findPlan(name: string): Promise<Plan | undefined>;
  listPlans(): Promise<Plan[]>;
  putPlan(plan: Plan): Promise<void>;
  /** Resolves to false where the user already has a key of that name. */
  addCredential(credential: Credential): Promise<boolean>;
  findGrant(hash: string): Soon<Grant | undefined>;
  listKeys(userId: number): Promise<Credential[]>;
  /** Resolves to false where there was nothing to remove. */
  removeCredential(hash: string): Promise<boolean>;
  removeKey(userId: number, name: string): Promise<boolean>;
  /** Ends every token (not key) of a user: after a password change or a disable. */
  removeTokens(userId: number): Promise<void>;
  /** Forgets credentials with expiresAt ≤ now; resolves to how many. */
  removeExpired(now: Instant): Promise<number>;
  addEntry(entry: Omit<AccountEntry, 'id'>): Promise<void>;
  /** Newest first; `before` continues a listing. */
  listEntries(limit: number, before?: number): Promise<AccountEntry[]>;
  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined>;
  keepAnswer(keyHash: string, kept: KeptAnswer, now: Instant): Promise<void>;
  /**
   * Takes requests out of a key's window, opening one where none is open: never more than the limit in
   * one window, whoever takes. `granted` is how many. Windows need not survive a crash of the engine.
   * One that is more than its length ahead of `now` is of a clock set back: it counts as opened now.
   */
  takeRequests(
    wish: RequestWish,
    now: Instant,
  ): Promise<RequestWindow & { readonly granted: number }>;
  /** A key's window, which may be over. */
  findWindow(key: string): Promise<RequestWindow | undefined>;
  /** Forgets windows that opened before an instant, or after another. */
  forgetWindows(before: Instant, after: Instant): Promise<void>;
  /** When sign-ins under a key (a hash) failed, ascending. */
  readFailures(keyHash: string): Promise<readonly Instant[]>;
  /**
   * Puts the instants `to` (one at least) in place of `from`. False, and nothing done, where they are
   * others than `from` by now; those that were forgotten meanwhile do not matter.
   */
  replaceFailures(
    kind: FailureKind,
    keyHash: string,
    from: readonly Instant[],
    to: readonly Instant[],
  ): Promise<boolean>;
  /** Keeps the `most` keys whose last failure is newest, of those not before or after two instants. */
  forgetFailures(kind: FailureKind, before: Instant, after: Instant, most: number): Promise<void>;
  /** Keeps the hash of a one-time code. */
  addCode(codeHash: string, userName: string, madeAt: Instant): Promise<void>;
  /** Removes a code; of all who try, one gets it. */
  takeCode(
    codeHash: string,
  ): Promise<{ readonly userName: string; readonly madeAt: Instant } | undefined>;
  /** Keeps the `most` newest codes, of those not made before or after two instants. */
  forgetCodes(before: Instant, after: Instant, most: number): Promise<void>;
}

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
