// The part of a SQL store that is the same for each engine. An engine adds connections and transactions.

import type { Instant } from '#core/time/instant';
import type { ResolutionName } from '#core/time/resolution';
import type { IndexSpan } from '#core/time/span';
import type { AccountStore } from '#store/account-store';
import type { AlertReader } from '#store/alert-store';
import type { ChangeEvent, EventRange } from '#store/change-event';
import type { JobLocks } from '#store/engines/job-locks';
import type { EntryFacts, EntryQuery, JournalEntry } from '#store/journal-entry';
import { findEntry, LastImport, listEntries, OpenEntry } from '#store/series/journal';
import { SqlSnapshot } from '#store/series/sql-snapshot';
import type { SeriesKey } from '#store/series-record';
import type { KeptAnswer, SeriesWriter } from '#store/series-store';
import { findAnswer } from '#store/sql/idempotent-answers';
import { WriterQueue } from '#store/sql/in-order';
import { claimJob, endJob, listJobs } from '#store/sql/jobs';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import {
  type JobRecord,
  LAST_BACKUP,
  type SnapshotReader,
  type Store,
  type StoreFigures,
} from '#store/store';

const JOB_WAIT_MS = 60_000;

/** Loaded with the first reader of the log: a server is ready sooner without it. */
const loadEvents = () => import('#store/events/read-events');

export abstract class SqlStore extends SqlSnapshot implements Store {
  abstract readonly accounts: AccountStore;
  protected abstract readonly jobLocks: JobLocks;
  readonly #jobQueue = new WriterQueue();
  readonly #lastImport = new LastImport();

  /** Runs one transaction on the series data, after every earlier one and before every later one. */
  protected abstract transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T>;
  /** Runs one transaction that reads the series data as of its beginning. */
  protected abstract readOnly<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Makes a short change of a setting or a job, outside the transactions on series data. */
  protected abstract change<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** The size of the files or the database. */
  protected abstract readBytes(): Promise<number>;
  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;

  write<T>(work: (writer: SeriesWriter) => Promise<T>, facts?: EntryFacts): Promise<T> {
    return this.transact(async (transaction) => {
      // Loaded with the first write, which has its place in the queue by then: a server is ready sooner.
      const { SqlSeriesWriter } = await import('#store/series/sql-series-writer');
      const entry = facts && (await OpenEntry.open(transaction, facts));
      const writer = new SqlSeriesWriter(transaction, entry);
      let result: T;
      try {
        result = await work(writer);
      } finally {
        await writer.settle();
      }
      await writer.finish();
      return result;
    });
  }

  snapshot<T>(work: (reader: SnapshotReader) => Promise<T>): Promise<T> {
    return this.readOnly((session) => work(new SqlSnapshot(session)));
  }

  compact(before: Instant, facts: EntryFacts): Promise<number> {
    return this.transact(async (transaction) => {
      const { compact } = await import('#store/series/compact');
      const entry = await OpenEntry.open(transaction, facts);
      const removed = await compact(transaction, before);
      await entry.close(transaction);
      return removed;
    });
  }

  async listEvents(after: number, limit: number): Promise<ChangeEvent[]> {
    const { listEvents } = await loadEvents();
    return listEvents(this.session, after, limit);
  }

  async eventRange(): Promise<EventRange> {
    const { findEventRange } = await loadEvents();
    return findEventRange(this.session);
  }

  forgetEvents(before: Instant, facts: EntryFacts): Promise<number> {
    return this.transact(async (transaction) => {
      const entry = await OpenEntry.open(transaction, facts);
      const { forgetEvents } = await loadEvents();
      const removed = await forgetEvents(transaction, before);
      await entry.close(transaction);
      return removed;
    });
  }

  async openAlerts(): Promise<AlertReader> {
    const { SqlAlertReader } = await import('#store/alerts/sql-alert-store');
    return new SqlAlertReader(this.session);
  }

  listEntries(query: EntryQuery): Promise<JournalEntry[]> {
    return listEntries(this.session, query);
  }

  findEntry(id: number): Promise<JournalEntry | undefined> {
    return findEntry(this.session, id);
  }

  async readFigures(): Promise<StoreFigures> {
    const [held] = await this.session.all<{ held: number }>(sql.COUNT_HELD);
    const backup = await this.getSetting(LAST_BACKUP);
    return {
      heldValues: held!.held,
      bytes: await this.readBytes(),
      lastImportAt: await this.#lastImport.read(this.session),
      lastBackupAt: backup === undefined ? null : Number(backup),
    };
  }

  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined> {
    return findAnswer(this.session, sql.SERIES_ANSWERS, keyHash, after);
  }

  async getSetting(name: string): Promise<string | undefined> {
    const [row] = await this.session.all<{ value: string }>(sql.GET_SETTING, name);
    return row?.value;
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.change((session) => session.run(sql.PUT_SETTING, name, value));
  }

  listSettings(prefix: string): Promise<[name: string, value: string][]> {
    return this.session.table(sql.LIST_SETTINGS, prefix, `${prefix}\u{10ffff}`);
  }

  async readManyValues(
    keys: readonly SeriesKey[],
    resolution: ResolutionName,
    span: IndexSpan,
  ): Promise<Map<SeriesKey, Float64Array>> {
    const { readManyValues } = await import('#store/series/read-many-values');
    return readManyValues(this.session, keys, resolution, span);
  }

  claimJob(name: string, dueAt: Instant, now: Instant): Promise<boolean> {
    return this.#queueJob(async () => {
      const lock = await this.jobLocks.take(name, dueAt);
      if (lock === 'elsewhere') return false;
      const isFree = lock === 'taken' && this.jobLocks.freeMeansOwnerDied;
      let isGiven = false;
      try {
        isGiven = await this.change((session) => claimJob(session, name, dueAt, now, isFree));
      } finally {
        if (!isGiven && lock === 'taken') await this.jobLocks.release(name, dueAt);
      }
      return isGiven;
    });
  }

  endJob(
    name: string,
    dueAt: Instant,
    now: Instant,
    state: 'done' | 'failed',
    note: string,
  ): Promise<void> {
    return this.#queueJob(async () => {
      // Another process may have taken the job in the meantime.
      if (!this.jobLocks.has(name, dueAt)) return;
      try {
        await this.change((session) => endJob(session, name, dueAt, now, state, note));
      } finally {
        await this.jobLocks.release(name, dueAt);
      }
    });
  }

  /** Does not queue: the claim of a job may wait long for a writer. */
  async holdDuty(duty: string): Promise<boolean> {
    return this.jobLocks.hold(duty);
  }

  async leaveDuty(duty: string): Promise<void> {
    await this.jobLocks.leave(duty);
  }

  /** Claims and ends of jobs run one after the other, because each depends on the locks taken before. */
  #queueJob<T>(work: () => Promise<T>): Promise<T> {
    return this.#jobQueue.run(JOB_WAIT_MS, work);
  }

  listJobs(name: string, limit: number): Promise<JobRecord[]> {
    return listJobs(this.session, name, limit);
  }
}
