// Replicas to read from, without ever showing less than a client was told is stored. A replica is used for
// a series only if it has the primary's version of that series.

import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesKey } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';
import { STORE_ID } from '#store/sql/setting-names';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import { StoreDamaged, StoreUnavailable } from '#store/store';

/** How long a replica is not asked after it failed or turned out to be another database. */
const LEFT_ALONE_MS = 1_000;

// An independent copy has the same identity but versions of its own, so a replica must follow the primary.
// It no longer does once it was made a primary itself.
const IS_FOLLOWING = `pg_is_in_recovery()
  OR EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS "isFollowing"`;
const FIND_VERSION = `SELECT version, ${IS_FOLLOWING} FROM series WHERE series_key = $1`;
const FIND_CATALOG_VERSION = `SELECT version, ${IS_FOLLOWING} FROM catalog`;

interface VersionRow {
  readonly version: number;
  readonly isFollowing: boolean;
}

const notAReplica = (): StoreUnavailable =>
  new StoreUnavailable('An address of STORE_READ is not a replica of the store.');

class Replica {
  readonly session: SqlSession;
  readonly reader: SeriesReader;
  readonly #pool: PostgresPool;
  readonly #storeId: string;
  #isOurs = false;
  #leftAloneUntil = 0;

  constructor(url: string, connections: number, storeId: string) {
    this.#pool = new PostgresPool(url, connections);
    this.#storeId = storeId;
    this.session = new PostgresSession(this.#pool);
    this.reader = new SqlSeriesReader(this.session);
  }

  get isUsable(): boolean {
    return !this.#pool.isDown && performance.now() >= this.#leftAloneUntil;
  }

  /** Throws if the database is not a copy of the store. */
  async verify(): Promise<void> {
    if (this.#isOurs) return;
    const [setting] = await this.session.all<{ value: string }>(sql.GET_SETTING, STORE_ID);
    if (setting?.value !== this.#storeId) throw notAReplica();
    this.#isOurs = true;
  }

  leaveAlone(): void {
    // The address may lead to another database when it answers again.
    this.#isOurs = false;
    this.#leftAloneUntil = performance.now() + LEFT_ALONE_MS;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export class Replicas {
  readonly #replicas: readonly Replica[];
  #asked = 0;

  constructor(urls: readonly string[], connections: number, storeId: string) {
    this.#replicas = urls.map((url) => new Replica(url, connections, storeId));
  }

  /** Asks a replica that has this version of a series, and no other; undefined if none does. */
  ofSeries<T>(
    key: SeriesKey,
    version: number,
    ask: (reader: SeriesReader) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    return this.#ask(ask, version, (session) => session.all<VersionRow>(FIND_VERSION, key));
  }

  /** Like `ofSeries`, for a question about all series. */
  ofCatalog<T>(
    version: number,
    ask: (reader: SeriesReader) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    return this.#ask(ask, version, (session) => session.all<VersionRow>(FIND_CATALOG_VERSION));
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Tries one replica, each in rotation. If it lags or fails, the caller asks the primary. */
  async #ask<T>(
    ask: (reader: SeriesReader) => Promise<T>,
    version: number,
    findVersion: (session: SqlSession) => Promise<VersionRow[]>,
  ): Promise<{ readonly answer: T } | undefined> {
    const usable = this.#replicas.filter(({ isUsable }) => isUsable);
    const replica = usable[this.#asked++ % Math.max(1, usable.length)];
    if (!replica) return undefined;
    try {
      await replica.verify();
      const [row] = await findVersion(replica.session);
      if (row && !row.isFollowing) throw notAReplica();
      if (row?.version !== version) return undefined;
      const answer = await ask(replica.reader);
      // A replica can show a commit before its primary does, which waits for the replica's answer.
      const [after] = await findVersion(replica.session);
      return after?.version === version ? { answer } : undefined;
    } catch (error) {
      // The primary has bytes of its own.
      if (error instanceof StoreDamaged) return undefined;
      if (!(error instanceof StoreUnavailable)) throw error;
      replica.leaveAlone();
      return undefined;
    }
  }
}
