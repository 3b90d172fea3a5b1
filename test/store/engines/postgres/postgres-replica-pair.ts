// A server and its replica with one database, and counts of what the replica is asked.

import pg from 'pg';
import { type OpenStoreOptions, openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { Replica } from '../../../../harness/postgres/replica.ts';
import { TestServer } from '../../../../harness/postgres/test-server.ts';

const DATABASE = 'replicated';

/** Patterns of statements in the replica's log, by what they read. */
export const VALUES = /FROM chunk\b/g;
export const RUNS = /FROM run\b/g;
export const SEARCH = /FROM series WHERE[^\n]*\n?[^\n]*ORDER BY code/g;

export class ReplicaPair {
  readonly primary: TestServer;
  readonly replica: Replica;

  private constructor(primary: TestServer, replica: Replica) {
    this.primary = primary;
    this.replica = replica;
  }

  static async start(): Promise<ReplicaPair> {
    const primary = await TestServer.start();
    try {
      await execute(primary.url(), `CREATE DATABASE ${DATABASE}`);
      return new ReplicaPair(primary, await Replica.start(primary, { log_statement: 'all' }));
    } catch (error) {
      await primary.close();
      throw error;
    }
  }

  /** Opens a store that reads from the replica, unless the options name other addresses. */
  open(options: OpenStoreOptions = { readUrls: [this.replica.url(DATABASE)] }): Promise<Store> {
    return openStore(this.primary.url(DATABASE), options);
  }

  /** Makes a database of the primary. `like` is a database without connections to copy. */
  async makeDatabase(name: string, like = 'template1'): Promise<string> {
    await execute(this.primary.url(), `CREATE DATABASE ${name} TEMPLATE ${like}`);
    return this.primary.url(name);
  }

  copyDatabase(name: string): Promise<string> {
    return this.makeDatabase(name, DATABASE);
  }

  /** Promotes the replica to a primary and opens a store on it. */
  async promote(): Promise<Store> {
    await execute(this.replica.url(), 'SELECT pg_promote()');
    return openStore(this.replica.url(DATABASE));
  }

  /** Runs `work` and returns how many statements of a kind the replica ran in the meantime. */
  async countAsked(kind: RegExp, work: () => Promise<unknown>): Promise<number> {
    const from = this.replica.server.readLog().length;
    await work();
    return this.replica.server.readLog().slice(from).match(kind)?.length ?? 0;
  }

  /** Calls `work` for each round. The replica lags in ten of twenty rounds, and one of them waits for it. */
  async inRounds(
    rounds: number,
    work: (round: number, settle: () => Promise<void>) => Promise<void>,
  ) {
    for (let round = 0; round < rounds; round++) {
      if (round % 20 === 0) await this.replica.pauseReplay();
      if (round % 20 === 10) await this.replica.resumeReplay();
      await work(round, async () => {
        if (round % 20 === 15) await this.replica.catchUp();
      });
    }
    await this.replica.resumeReplay();
  }

  async close(): Promise<void> {
    await this.replica.close();
    await this.primary.close();
  }
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}
