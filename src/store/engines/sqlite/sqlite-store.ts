// The embedded store: two SQLite files in one folder.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaybePromise } from '#core/maybe-promise';
import type { AccountStore } from '#store/account-store';
import { SqlAccountStore } from '#store/accounts/sql-account-store';
import { SqlStore } from '#store/engines/sql-store';
import { CommitWatch } from '#store/engines/sqlite/commit-watch';
import { RecordCache } from '#store/engines/sqlite/record-cache';
import {
  type Connections,
  connectAll,
  connectReader,
} from '#store/engines/sqlite/sqlite-connections';
import { SqliteJobLocks } from '#store/engines/sqlite/sqlite-job-locks';
import { readOnce, SqliteSession, SqliteWriter } from '#store/engines/sqlite/sqlite-session';
import { readSize } from '#store/engines/sqlite/sqlite-vacuum';
import { hasDecidedRestore } from '#store/engines/sqlite/store-files';
import type { CatalogState, SeriesRecord } from '#store/series-record';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import type { Store } from '#store/store';

/** Readers meet a lock only while another process is the first to open the file or the last to close it. */
const READ_WAIT_MS = 5_000;

export interface SqliteStoreOptions {
  readonly create: boolean;
  /** How long a write waits for other writers, here and in other processes, before it throws StoreBusy. */
  readonly writeWaitMs: number;
  /** The most bytes of cached series records. */
  readonly cacheBytes?: number | undefined;
}

export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  if (path === ':memory:') {
    // A private memory database has only one connection, so readers would see uncommitted writes.
    // It is a temporary folder instead, removed when the store is closed.
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const file = join(folder, 'gridtide.db');
      return new SqliteStore(file, await connectAll(file), options, remove);
    } catch (error) {
      await remove();
      throw error;
    }
  }
  // A restore that was cut off in the middle of its swap has left one old file and one new.
  if (hasDecidedRestore(path)) {
    const { finishRestore } = await import('#store/engines/sqlite/swap-files');
    await finishRestore(path);
  }
  if (!options.create && !existsSync(path)) throw new Error(`There is no store at ${path}.`);
  return new SqliteStore(path, await connectAll(path), options);
}

class SqliteStore extends SqlStore {
  readonly accounts: AccountStore;
  #jobLocks: SqliteJobLocks | undefined;
  readonly #path: string;
  readonly #connections: Connections;
  readonly #writer: SqliteWriter;
  readonly #accountsWriter: SqliteWriter;
  readonly #afterClose: () => Promise<void>;
  readonly #records: RecordCache;
  readonly #commits: CommitWatch;
  #isClosed = false;

  constructor(
    path: string,
    connections: Connections,
    { writeWaitMs, cacheBytes }: SqliteStoreOptions,
    afterClose = async () => {},
  ) {
    super(new SqliteSession(connections.reader, READ_WAIT_MS));
    this.#writer = new SqliteWriter(connections.writer, writeWaitMs);
    this.#accountsWriter = new SqliteWriter(connections.accountsWriter, writeWaitMs);
    this.accounts = new SqlAccountStore(
      new SqliteSession(connections.accounts, writeWaitMs),
      (work) => this.#accountsWriter.transact(work),
      new SqliteSession(connections.passing, writeWaitMs),
    );
    this.#path = path;
    this.#connections = connections;
    this.#commits = new CommitWatch(path, () => connections.reader.dataVersion());
    this.#records = new RecordCache(() => connections.reader.dataVersion(), cacheBytes);
    this.#afterClose = afterClose;
  }

  /** Most processes never run a job. */
  protected get jobLocks(): SqliteJobLocks {
    return (this.#jobLocks ??= new SqliteJobLocks(this.#path));
  }

  dataVersion(): number {
    return this.#commits.read();
  }

  protected async readBytes(): Promise<number> {
    const { reader, accounts } = this.#connections;
    return [reader, accounts].reduce((sum, file) => sum + readSize(file).fileBytes, 0);
  }

  cachedBytes(): number {
    return this.#records.bytes;
  }

  override async readCatalogState(): Promise<CatalogState> {
    return this.#records.findCatalog(() => super.readCatalogState());
  }

  override findSeries(code: string): MaybePromise<SeriesRecord | undefined> {
    return this.#records.find(code, () => this.readSeries(code));
  }

  protected transact<T>(work: (transaction: SqlSession) => Promise<T>): Promise<T> {
    return this.#writer.transact(work);
  }

  protected async readOnly<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const connection = connectReader(this.#path);
    try {
      return await readOnce(connection, READ_WAIT_MS, work);
    } finally {
      connection.close();
    }
  }

  /** Settings and jobs are in the series' file, which has one writer at a time. */
  protected change<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.transact(work);
  }

  async ping(): Promise<void> {
    await this.session.all(sql.LIST_APPLIED);
    await this.accounts.findPlan('');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writer.end();
    await this.#accountsWriter.end();
    this.#jobLocks?.close();
    this.#commits.close();
    const { reader, passing, accountsWriter, accounts, writer } = this.#connections;
    // The writer comes last, because it folds the write-ahead log into the file.
    for (const connection of [reader, passing, accountsWriter, accounts, writer]) {
      connection.close();
    }
    await this.#afterClose();
  }
}
