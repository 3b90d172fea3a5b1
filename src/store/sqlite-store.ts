// The embedded store: two SQLite files in one folder.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '#core/instant';
import type { Soon } from '#core/soon';
import { AsOfReader } from '#store/as-of-reader';
import { compact, historyFrom } from '#store/compact';
import { claimJob, endJob, listJobs } from '#store/jobs';
import { findEntry, listEntries, OpenEntry } from '#store/journal';
import { findAnswer } from '#store/kept-answers';
import { RecordCache } from '#store/record-cache';
import { finishRestore } from '#store/restore-swap';
import { SqlAccountStore } from '#store/sql-account-store';
import { SqlSeriesReader } from '#store/sql-series-reader';
import { SqlSeriesWriter } from '#store/sql-series-writer';
import type { SqliteConnection } from '#store/sqlite-connection';
import { type Connections, connectAll } from '#store/sqlite-connections';
import { retryWhileBusy, SqliteSession, SqliteTransaction } from '#store/sqlite-session';
import * as sql from '#store/statements';
import {
  type AccountStore,
  type CatalogState,
  type EntryFacts,
  type EntryQuery,
  type JobRecord,
  type JournalEntry,
  type KeptAnswer,
  type SeriesReader,
  type SeriesRecord,
  type SeriesWriter,
  type Store,
  StoreUnavailable,
} from '#store/store';
import { WriteTurns } from '#store/write-turns';

/** Readers meet a lock only while another process opens the file first or closes it last. */
const READ_WAIT_MS = 5_000;

export interface SqliteStoreOptions {
  readonly create: boolean;
  /** How long a write waits for its turn, and for other processes, before it is StoreBusy. */
  readonly writeWaitMs: number;
}

export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  if (path === ':memory:') {
    // A private memory database has one connection only, and with one connection readers would see
    // what is not committed. So it is a folder that goes when the store is closed.
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const connections = await connectAll(join(folder, 'gridtide.db'));
      return new SqliteStore(connections, options.writeWaitMs, remove);
    } catch (error) {
      await remove();
      throw error;
    }
  }
  // Of a restore that was cut off in the middle of its swap, half would be the old store.
  await finishRestore(path);
  if (!options.create && !existsSync(path)) throw new Error(`There is no store at ${path}.`);
  return new SqliteStore(await connectAll(path), options.writeWaitMs);
}

class SqliteStore extends SqlSeriesReader implements Store {
  readonly accounts: AccountStore;
  readonly #connections: Connections;
  readonly #writeWaitMs: number;
  readonly #turns = new WriteTurns();
  readonly #afterClose: () => Promise<void>;
  readonly #records: RecordCache;
  #isClosed = false;

  constructor(connections: Connections, writeWaitMs: number, afterClose = async () => {}) {
    super(new SqliteSession(connections.reader, READ_WAIT_MS));
    this.accounts = new SqlAccountStore(new SqliteSession(connections.accounts, writeWaitMs));
    this.#connections = connections;
    this.#records = new RecordCache(() => connections.reader.dataVersion());
    this.#writeWaitMs = writeWaitMs;
    this.#afterClose = afterClose;
  }

  dataVersion(): number {
    return this.#connections.reader.dataVersion();
  }

  override async readCatalogState(): Promise<CatalogState> {
    return this.#records.findCatalog(() => super.readCatalogState());
  }

  override findSeries(code: string): Soon<SeriesRecord | undefined> {
    return this.#records.find(code, () => this.readSeries(code));
  }

  write<T>(work: (writer: SeriesWriter) => Promise<T>, facts?: EntryFacts): Promise<T> {
    return this.#transact(async (transaction) => {
      const entry = facts && (await OpenEntry.open(transaction, facts));
      const writer = new SqlSeriesWriter(transaction, entry);
      let result: T;
      try {
        result = await work(writer);
      } finally {
        await writer.settle();
      }
      await entry?.close(transaction);
      return result;
    });
  }

  asOf(instant: Instant): SeriesReader {
    return new AsOfReader(this.session, instant);
  }

  historyFrom(): Promise<Instant | null> {
    return historyFrom(this.session);
  }

  compact(before: Instant, facts: EntryFacts): Promise<number> {
    return this.#transact(async (transaction) => {
      const entry = await OpenEntry.open(transaction, facts);
      const removed = await compact(transaction, before);
      await entry.close(transaction);
      return removed;
    });
  }

  listEntries(query: EntryQuery): Promise<JournalEntry[]> {
    return listEntries(this.session, query);
  }

  findEntry(id: number): Promise<JournalEntry | undefined> {
    return findEntry(this.session, id);
  }

  findAnswer(keyHash: string, after: Instant): Promise<KeptAnswer | undefined> {
    return findAnswer(this.session, sql.SERIES_ANSWERS, keyHash, after);
  }

  async #transact<T>(work: (transaction: SqliteTransaction) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const { writer } = this.#connections;
    const startedAt = performance.now();
    const endTurn = await this.#turns.take(this.#writeWaitMs);
    try {
      writer.rollBack(); // of a transaction whose own rollback failed, if there is one
      const waitMs = this.#writeWaitMs - (performance.now() - startedAt);
      await retryWhileBusy(waitMs, () => writer.exec('BEGIN IMMEDIATE'));
      return await commitAfter(writer, work);
    } finally {
      endTurn();
    }
  }

  async getSetting(name: string): Promise<string | undefined> {
    const [row] = await this.session.all<{ value: string }>(sql.GET_SETTING, name);
    return row?.value;
  }

  async putSetting(name: string, value: string): Promise<void> {
    await this.#transact((transaction) => transaction.run(sql.PUT_SETTING, name, value));
  }

  claimJob(name: string, dueAt: Instant, now: Instant): Promise<boolean> {
    return this.#transact((transaction) => claimJob(transaction, name, dueAt, now));
  }

  endJob(
    name: string,
    dueAt: Instant,
    now: Instant,
    state: 'done' | 'failed',
    note: string,
  ): Promise<void> {
    return this.#transact((transaction) => endJob(transaction, name, dueAt, now, state, note));
  }

  listJobs(name: string, limit: number): Promise<JobRecord[]> {
    return listJobs(this.session, name, limit);
  }

  async ping(): Promise<void> {
    await this.session.all(sql.LIST_APPLIED);
    await this.accounts.findPlan('');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const endTurn = await this.#turns.take(2 ** 31 - 1);
    endTurn();
    const { reader, accounts, writer } = this.#connections;
    // The writer last: it folds the write-ahead log into the file.
    for (const connection of [reader, accounts, writer]) connection.close();
    await this.#afterClose();
  }
}

async function commitAfter<T>(
  connection: SqliteConnection,
  work: (transaction: SqliteTransaction) => Promise<T>,
): Promise<T> {
  const transaction = new SqliteTransaction(connection);
  try {
    const result = await work(transaction);
    // Work that went on after an error of the engine's may have written half of something.
    if (transaction.failure !== undefined) throw transaction.failure;
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    connection.rollBack();
    throw error;
  } finally {
    transaction.end();
  }
}
