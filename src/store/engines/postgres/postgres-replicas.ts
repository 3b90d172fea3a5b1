// Replicas to read from, never older than what somebody was told is stored: a replica is used for a series
// only where it has the version of it that the primary has.

import { PostgresPool } from '#store/engines/postgres/postgres-pool';
import { PostgresSession } from '#store/engines/postgres/postgres-session';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import type { SeriesKey, SeriesReader } from '#store/series-store';
import { STORE_ID } from '#store/sql/setting-names';
import type { SqlSession } from '#store/sql/sql-session';
import * as sql from '#store/sql/statements';
import { StoreUnavailable } from '#store/store';

/** How long a replica that failed, or is none, is left alone. */
const LEFT_ALONE_MS = 1_000;

// An independent copy has the same identity, and its own versions: it must follow the primary, and does
// so no longer once it was made a primary itself.
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

  /** Throws where it is a database of something else. */
  async verify(): Promise<void> {
    if (this.#isOurs) return;
    const [setting] = await this.session.all<{ value: string }>(sql.GET_SETTING, STORE_ID);
    if (setting?.value !== this.#storeId) throw notAReplica();
    this.#isOurs = true;
  }

  leaveAlone(): void {
    // It may be another database when it is back.
    this.#isOurs = false;
    this.#leftAloneUntil = performance.now() + LEFT_ALONE_MS;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

export class Replicas {
  readonly #replicas: readonly Replica[];
  #turn = 0;

  constructor(urls: readonly string[], connections: number, storeId: string) {
    this.#replicas = urls.map((url) => new Replica(url, connections, storeId));
  }

  /** What a replica says that has a version of a series; undefined where none does. */
  ofSeries<T>(
    key: SeriesKey,
    version: number,
    ask: (reader: SeriesReader) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    return this.#ask(ask, version, (session) => session.all<VersionRow>(FIND_VERSION, key));
  }

  /** The same for what concerns all series. */
  ofCatalog<T>(
    version: number,
    ask: (reader: SeriesReader) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    return this.#ask(ask, version, (session) => session.all<VersionRow>(FIND_CATALOG_VERSION));
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** One replica is tried, in turn: where it lags or fails, the primary is the surer way. */
  async #ask<T>(
    ask: (reader: SeriesReader) => Promise<T>,
    version: number,
    findVersion: (session: SqlSession) => Promise<VersionRow[]>,
  ): Promise<{ readonly answer: T } | undefined> {
    const usable = this.#replicas.filter(({ isUsable }) => isUsable);
    const replica = usable[this.#turn++ % Math.max(1, usable.length)];
    if (!replica) return undefined;
    try {
      await replica.verify();
      const [row] = await findVersion(replica.session);
      if (row && !row.isFollowing) throw notAReplica();
      // What a replica has it keeps, so what is read after this is at least as new.
      if (!row || row.version < version) return undefined;
      return { answer: await ask(replica.reader) };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      replica.leaveAlone();
      return undefined;
    }
  }
}
