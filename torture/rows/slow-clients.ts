// Many slow clients at once, and what the quick clients feel of them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { fillMarket } from '../../harness/outage/outage-market.ts';
import { Child } from '../../harness/processes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import { readOpenPorts, TABLE } from '../slow/open-connections.ts';
import { SLOW_KINDS, SlowClient, type SlowKind, type SlowOptions } from '../slow/slow-client.ts';
import type { Steady, SteadyAnswers } from '../slow/steady-load-process.ts';

const CLOSED_MS = 15_000;
/** A server that still bears a client by then does so for good. */
const ENDLESS_MS = 60_000;
const P99_TIMES = 2;
const LONG_PATH = '/api/v1/series/dehrprice?from=2000-01-01&to=today';
const OTHERS = { method: 'GET', path: '/api/v1/series/dehrprice?from=today-3&to=today' } as const;
const OTHERS_A_SECOND = 200;
/** All are open before the first is closed: quick clients must not feel the open ones. */
const OPENED_A_SECOND = 500;
/** The seconds that are not counted: what runs for the first time takes longer. */
const WARM_UP_SECONDS = 2;
/** A little at a time, so that it is not their own bursts that others feel. */
const DRIPS_A_SECOND = 100;
const LOOKS_A_SECOND = 2;
/** Kinds of eight sockets. Few of them do not read, because the system keeps megabytes for each. */
const KINDS: readonly SlowKind[] = [
  ...(['headers', 'body', 'headers', 'body', 'silent', 'headers', 'body', 'reading'] as const),
];

interface SlowTally {
  /** The longest that a client of each kind was borne. */
  worstMs: Partial<Record<SlowKind, number>>;
  sockets: Partial<Record<SlowKind, number>>;
  late: number;
  quietMs: number;
  besideMs: number;
  asked: number;
  faults: string[];
}

class SlowClients implements Attempt {
  readonly #tally: SlowTally;
  readonly #server: ProductServer;
  readonly #load: Child;
  readonly #options: SlowOptions;

  constructor(tally: SlowTally, server: ProductServer, load: Child, options: SlowOptions) {
    this.#tally = tally;
    this.#server = server;
    this.#load = load;
    this.#options = options;
  }

  /** All of them at once: that is the fault. */
  async next(_done: number, most: number): Promise<number> {
    const seconds = most >= 1_000 ? 15 : 3;
    await this.#askOthers(WARM_UP_SECONDS);
    const quiet = await this.#askOthers(seconds);
    const [beside, clients] = await Promise.all([this.#askOthers(seconds), this.#holdOpen(most)]);
    this.#tally.quietMs = quiet.p99Ms;
    this.#tally.besideMs = beside.p99Ms;
    this.#tally.asked = quiet.count + beside.count;
    for (const { kind, openMs = Number.POSITIVE_INFINITY } of clients) this.#note(kind, openMs);
    for (const client of clients) client.close();
    return most;
  }

  async finish(): Promise<void> {
    if (this.#server.hasEnded) this.#tally.faults.push('the server ended by itself');
    else if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }

  #note(kind: SlowKind, openMs: number): void {
    const { worstMs, sockets, faults } = this.#tally;
    sockets[kind] = (sockets[kind] ?? 0) + 1;
    if (openMs > ENDLESS_MS) faults.push(`a client slow with ${kind} was never closed`);
    else worstMs[kind] = Math.max(worstMs[kind] ?? 0, Math.round(openMs));
    if (openMs > CLOSED_MS) this.#tally.late++;
  }

  /** Opens them one after the other; each sends a byte a second, until all are closed. */
  async #holdOpen(count: number): Promise<SlowClient[]> {
    const clients: SlowClient[] = [];
    const startedAt = performance.now();
    const isWaiting = (): boolean => clients.some(({ openMs }) => openMs === undefined);
    for (let tick = 0; clients.length < count || isWaiting(); tick++) {
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > ENDLESS_MS) break;
      await this.#openSome(clients, Math.min(count, (elapsedMs / 1_000) * OPENED_A_SECOND));
      for (let i = tick % DRIPS_A_SECOND; i < clients.length; i += DRIPS_A_SECOND) {
        clients[i]!.drip();
      }
      if (tick % (DRIPS_A_SECOND / LOOKS_A_SECOND) === 0) {
        const open = await readOpenPorts(this.#options.port);
        for (const client of clients) client.noteOpen(open);
      }
      await sleep(1_000 / DRIPS_A_SECOND);
    }
    return clients;
  }

  async #openSome(clients: SlowClient[], count: number): Promise<void> {
    const opened: Promise<SlowClient>[] = [];
    while (clients.length + opened.length < count) {
      const kind = KINDS[(clients.length + opened.length) % KINDS.length]!;
      opened.push(SlowClient.open(kind, this.#options));
    }
    clients.push(...(await Promise.all(opened)));
  }

  async #askOthers(seconds: number): Promise<SteadyAnswers> {
    const answers = await this.#load.call<SteadyAnswers>('askSteadily', {
      port: this.#options.port,
      request: requestBytes(OTHERS, this.#options.key),
      perSecond: OTHERS_A_SECOND,
      seconds,
    } satisfies Steady);
    const { failures } = answers;
    if (failures.length > 0)
      this.#tally.faults.push(`${failures.length} others were not served: ${failures[0]}`);
    return answers;
  }
}

async function prepare(ground: Ground, tally: SlowTally): Promise<SlowClients> {
  const storeUrl = `sqlite:${join(ground.folder, `store-${Date.now()}.db`)}`;
  const { key } = await fillMarket(storeUrl);
  const server = await ProductServer.start(ground, { env: { STORE: storeUrl } });
  const load = new Child('torture/slow/steady-load-process.ts');
  ground.after(() => load.stop());
  // Kept from here on: a thousand who do not read share its bytes.
  const answer = await fetch(server.url + LONG_PATH, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.arrayBuffer();
  const options = { port: server.port, key, longPath: LONG_PATH };
  return new SlowClients(tally, server, load, options);
}

const seconds = (ms: number | undefined): string => `${((ms ?? 0) / 1_000).toFixed(1)} s`;

export const slowClientsRow: Row<SlowTally> = {
  name: 'slow-clients',
  summary: 'clients slow with headers, with bodies, with reading, or silent',
  count: 2_000,
  unit: 'sockets',
  mustHold: 'closed within 15 s, p99 of others at most 2 ×',
  lacks: async () =>
    existsSync(TABLE) ? undefined : `it needs Linux, which tells in ${TABLE} what is still open`,
  newTally: () => ({
    worstMs: {},
    sockets: {},
    late: 0,
    quietMs: 0,
    besideMs: 0,
    asked: 0,
    faults: [],
  }),
  open: prepare,
  judge({ worstMs, sockets, late, quietMs, besideMs, asked, faults }) {
    const misses: string[] = [];
    if (late > 0) misses.push(`${late} sockets were open for more than 15 s`);
    const times = besideMs / quietMs;
    if (times > P99_TIMES) misses.push(`the p99 of others was ${times.toFixed(1)} times its usual`);
    const kinds = SLOW_KINDS.filter((kind) => sockets[kind]).map(
      (kind) => `${sockets[kind]} slow with ${kind} closed within ${seconds(worstMs[kind])}`,
    );
    return {
      faults,
      misses,
      figures: `${kinds.join(', ')}; p99 of others ${quietMs.toFixed(1)} ms before, ${besideMs.toFixed(1)} ms beside (${times.toFixed(2)} ×, ${asked} requests, all answered)`,
    };
  },
};
