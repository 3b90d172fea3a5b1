// Connections to one PostgreSQL server, lent out and given back whatever happens. A caller waits at most
// CONNECT_MS for a connection to be given back, and as long for one to be made.

import pg from 'pg';
import {
  configOf,
  cutClient,
  endClient,
  openClient,
  timelineOf,
} from '#store/engines/postgres/postgres-client';
import {
  isConnectionLost,
  isReadOnly,
  translateConnectError,
} from '#store/engines/postgres/postgres-errors';
import { PostgresLiveness } from '#store/engines/postgres/postgres-liveness';
import { PostgresQueue } from '#store/engines/postgres/postgres-queue';
import { withinTime } from '#store/engines/postgres/within-time';
import { StoreUnavailable } from '#store/store';

const CONNECT_MS = 1_500;
const IDLE_MS = 60_000;
/** How long a borrower may keep its connection after the pool was told to close. */
const CLOSE_MS = 5_000;
const CLOSED = 'The store is closed.';
const SILENT = 'The store’s server does not answer.';

interface Idle {
  readonly client: pg.Client;
  readonly timer: NodeJS.Timeout;
}

export class PostgresPool {
  readonly #config: pg.ClientConfig;
  readonly #most: number;
  readonly #liveness: PostgresLiveness;
  readonly #queue: PostgresQueue;
  /** The connection used last is taken first, so that the others time out. */
  #idle: Idle[] = [];
  readonly #lent = new Set<pg.Client>();
  readonly #lost = new WeakSet<pg.Client>();
  readonly #ending = new Set<Promise<void>>();
  /** The connections that are open or being opened. */
  #open = 0;
  #closing: Promise<void> | undefined;
  #onAllGivenBack = (): void => {};

  constructor(url: string, connections: number) {
    this.#config = configOf(url);
    this.#most = connections;
    this.#liveness = new PostgresLiveness(this.#config, () => this.#dropIdle());
    this.#queue = new PostgresQueue(this.#liveness, CONNECT_MS);
  }

  get isDown(): boolean {
    return this.#liveness.isDown;
  }

  /** The number of connections and of callers that wait for one, for figures and tests. */
  get connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    return { open: this.#open, idle: this.#idle.length, waiting: this.#queue.size };
  }

  /** Lends a connection to `work`. One that broke, or was left in the middle of something, is closed. */
  async lend<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const client = await this.#take();
    this.#lent.add(client);
    const connection = new PostgresConnection(client, this.#liveness);
    try {
      return await work(connection);
    } finally {
      this.#lent.delete(client);
      this.#giveBack(client, connection.isWhole && !this.#lost.has(client));
    }
  }

  /** Lends nothing more, and resolves when all connections are closed. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#queue.refuseAll(CLOSED);
    const givenBack = new Promise<void>((resolve) => {
      this.#onAllGivenBack = resolve;
    });
    for (const { client } of [...this.#idle]) this.#endIdle(client);
    if (this.#open > 0 && (await withinTime(CLOSE_MS, givenBack)) === 'late') {
      for (const client of this.#lent) cutClient(client);
    }
    await Promise.all([...this.#ending, this.#liveness.close()]);
  }

  async #take(): Promise<pg.Client> {
    if (this.#closing) throw new StoreUnavailable(CLOSED);
    if (this.#liveness.isDown) throw new StoreUnavailable(SILENT);
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.timer);
      return idle.client;
    }
    if (this.#open < this.#most) {
      this.#open++;
      return this.#connect();
    }
    return (await this.#queue.join()) ?? this.#connect();
  }

  /** Makes a connection, which is already counted in `#open`. */
  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    // Without a listener an error would end the process, also while the connection is lent out.
    client.on('error', () => this.#onLost(client));
    let isGivenUp = false;
    const end = this.#liveness.begin(() => {
      isGivenUp = true;
      cutClient(client);
    });
    try {
      await openClient(client, CONNECT_MS);
      return client;
    } catch (error) {
      if (isConnectionLost(error)) this.#liveness.suspect();
      this.#makeRoom();
      throw isGivenUp ? new StoreUnavailable(SILENT) : translateConnectError(error);
    } finally {
      end();
    }
  }

  #giveBack(client: pg.Client, isWhole: boolean): void {
    if (!isWhole) cutClient(client);
    if (isWhole && !this.#closing) {
      if (this.#queue.serve(client)) return;
      const timer = setTimeout(() => this.#endIdle(client), IDLE_MS).unref();
      this.#idle.push({ client, timer });
      return;
    }
    if (isWhole) this.#end(client);
    this.#makeRoom();
  }

  /** Counts one connection less, or lets a waiting caller make another in its place. */
  #makeRoom(): void {
    if (this.#queue.serve()) return;
    this.#open--;
    if (this.#open === 0) this.#onAllGivenBack();
  }

  #onLost(client: pg.Client): void {
    this.#lost.add(client);
    this.#forgetIdle(client);
    this.#liveness.suspect();
  }

  /** Cuts all idle connections: a server that hung or was replaced does not answer on them. */
  #dropIdle(): void {
    for (const { client } of [...this.#idle]) {
      this.#forgetIdle(client);
      cutClient(client);
    }
  }

  #endIdle(client: pg.Client): void {
    this.#end(client);
    this.#forgetIdle(client);
  }

  #forgetIdle(client: pg.Client): void {
    const at = this.#idle.findIndex((idle) => idle.client === client);
    if (at < 0) return;
    clearTimeout(this.#idle[at]!.timer);
    this.#idle.splice(at, 1);
    this.#makeRoom();
  }

  #end(client: pg.Client): void {
    const ending = endClient(client).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

/** A connection while it is lent. */
export class PostgresConnection {
  readonly #client: pg.Client;
  readonly #liveness: PostgresLiveness;
  #underWay = 0;
  /** Whether the connection must not be used again. */
  isBroken = false;

  constructor(client: pg.Client, liveness: PostgresLiveness) {
    this.#client = client;
    this.#liveness = liveness;
  }

  /** Whether the connection can be lent again: nothing is under way, not even a transaction. */
  get isWhole(): boolean {
    return !this.isBroken && this.#underWay === 0 && this.#client.getTransactionStatus() === 'I';
  }

  /** The timeline that this connection writes; undefined if it is not known. */
  get timeline(): string | undefined {
    return timelineOf(this.#client);
  }

  /** Runs a statement. Throws the driver's own errors. */
  async query<Result = pg.QueryResult>(config: pg.QueryConfig | string): Promise<Result> {
    const end = this.#liveness.begin(() => {
      this.isBroken = true;
      cutClient(this.#client);
    });
    this.#underWay++;
    try {
      return (await this.#client.query(config as pg.QueryConfig)) as Result;
    } catch (error) {
      if (isConnectionLost(error)) this.#liveness.suspect();
      // After a failover a new connection may lead to the new primary.
      if (isConnectionLost(error) || isReadOnly(error)) this.isBroken = true;
      throw error;
    } finally {
      this.#underWay--;
      end();
    }
  }
}
