// PostgreSQL shut down, crashed and hanging under a server that is asked and written to.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OutageLoad } from '../../harness/outage/outage-load.ts';
import { fillMarket } from '../../harness/outage/outage-market.ts';
import { outagesOf } from '../../harness/outage/outages.ts';
import { findWriteFaults } from '../../harness/outage/written-hours.ts';
import { findBinaries } from '../../harness/postgres/binaries.ts';
import { TestServer } from '../../harness/postgres/test-server.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Attempt, Ground, Row } from '../row.ts';

/** The number of outages that one database and server serve. */
const ROUND = 10;
const READERS = 6;
const SETTLE_MS = 500;
const RETURN_MS = 2_000;
/** A server that is not back by then will not be. */
const ENDLESS_MS = 30_000;

const CONNECTIONS = 6;
/** The connections of the process and of its thread, each with one more for probes. */
const MOST_CONNECTIONS = CONNECTIONS + 1 + 3 + 1;
/** How long the server of the store may take to end connections that were lost. */
const CONNECTIONS_END_MS = 5_000;
const COUNT_CONNECTIONS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE application_name = 'gridtide' AND datname = current_database()`;

const SETTINGS = {
  STORE_CONNECTIONS: String(CONNECTIONS),
  ANSWER_THREADS: '1',
  // Answers that are kept would hide what the store says.
  CACHE_MB: '0',
};

interface OutageTally {
  rounds: number;
  statuses: Record<string, number>;
  written: number;
  unknownWrites: number;
  worst503Ms: number;
  worstReturnMs: number;
  faults: string[];
}

class Outages implements Attempt {
  readonly #ground: Ground;
  readonly #tally: OutageTally;
  readonly #postgres: TestServer;

  constructor(ground: Ground, tally: OutageTally, postgres: TestServer) {
    this.#ground = ground;
    this.#tally = tally;
    this.#postgres = postgres;
  }

  async next(done: number, most: number): Promise<number> {
    const count = Math.min(ROUND, most);
    const url = await this.#makeDatabase(`round${this.#tally.rounds++}`);
    const market = await fillMarket(url);
    const server = await ProductServer.start(this.#ground, { env: { ...SETTINGS, STORE: url } });
    const load = new OutageLoad(server.url, market);
    await load.begin(READERS);
    try {
      await sleep(SETTLE_MS);
      for (let i = done; i < done + count; i++) await this.#breakOff(i, load);
    } finally {
      await load.end();
    }
    this.#note(load);
    const { faults } = this.#tally;
    faults.push(...(await findWriteFaults(url, load.written)));
    await this.#checkConnections(url);
    if ((await server.stop()) !== 0) faults.push('the server did not end cleanly');
    const output = server.stdout + server.stderr;
    if (output.includes(this.#postgres.password))
      faults.push('the server has said the password of its store');
    if (/uncaught|unhandled/i.test(output)) faults.push('the server had an uncaught error');
    return count;
  }

  async #breakOff(number: number, load: OutageLoad): Promise<void> {
    const tally = this.#tally;
    const outages = outagesOf(this.#postgres);
    const returnMs = await load.passThrough(outages[number % outages.length]!, ENDLESS_MS);
    if (returnMs > ENDLESS_MS) tally.faults.push('the server did not come back');
    const bounded = Math.round(Math.min(returnMs, ENDLESS_MS));
    tally.worstReturnMs = Math.max(tally.worstReturnMs, bounded);
    await sleep(SETTLE_MS);
  }

  async #makeDatabase(name: string): Promise<string> {
    const client = new pg.Client(this.#postgres.url());
    await client.connect();
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.#postgres.url(name);
  }

  #note(load: OutageLoad): void {
    const tally = this.#tally;
    tally.faults.push(...load.faults);
    tally.written += load.written;
    tally.unknownWrites += load.unknownWrites;
    tally.worst503Ms = Math.max(tally.worst503Ms, Math.round(load.worst503Ms));
    for (const [status, count] of load.statuses)
      tally.statuses[status] = (tally.statuses[status] ?? 0) + count;
  }

  /** Connections that outages left behind would stay at the server of the store. */
  async #checkConnections(url: string): Promise<void> {
    const client = new pg.Client(url);
    await client.connect();
    const count = async (): Promise<number> => (await client.query(COUNT_CONNECTIONS)).rows[0].n;
    const until = performance.now() + CONNECTIONS_END_MS;
    let open = await count();
    while (open > MOST_CONNECTIONS && performance.now() < until) {
      await sleep(25);
      open = await count();
    }
    await client.end();
    if (open > MOST_CONNECTIONS) this.#tally.faults.push(`${open} connections were left behind`);
  }
}

export const storeOutageRow: Row<OutageTally> = {
  name: 'store-outage',
  summary: 'PostgreSQL stopped and started under load',
  count: 50,
  unit: 'outages',
  mustHold: 'only 200 and 503, no acknowledged write lost, recovery within 2 s',
  async lacks() {
    if (process.env.TEST_POSTGRES_BIN !== undefined) return undefined;
    try {
      findBinaries();
      return undefined;
    } catch (error) {
      return `it needs PostgreSQL, by "npm ci" or Debian's package postgresql (then set TEST_POSTGRES_BIN): ${(error as Error).message}`;
    }
  },
  newTally: () => ({
    rounds: 0,
    statuses: {},
    written: 0,
    unknownWrites: 0,
    worst503Ms: 0,
    worstReturnMs: 0,
    faults: [],
  }),
  async open(ground, tally) {
    const postgres = await TestServer.start();
    ground.after(() => postgres.close());
    return new Outages(ground, tally, postgres);
  },
  judge(tally) {
    const { statuses, written, unknownWrites, worst503Ms, worstReturnMs } = tally;
    const seen = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    const misses: string[] = [];
    if (worstReturnMs > RETURN_MS) misses.push(`a return took ${worstReturnMs} ms`);
    if (worst503Ms > RETURN_MS) misses.push(`a 503 took ${worst503Ms} ms`);
    return {
      faults: tally.faults,
      misses,
      figures: `${seen.join(', ')}; ${written} writes acknowledged, ${unknownWrites} of which were once unknown; slowest 503 ${worst503Ms} ms, slowest return ${worstReturnMs} ms`,
    };
  },
};
