// Clients that read and write while a store goes away and comes back, and what they saw.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Ask, type Market, send, writeHour } from './outage-market.ts';
import type { Outage } from './outages.ts';

const PAUSE_MS = 15;
const WATCH_EVERY_MS = 50;

/** Requests for fixed spans and prefixes, whose answers do not depend on what is written in the meantime. */
const STEADY: readonly Ask[] = [
  ...(
    [
      '/api/v1/series/dehrprice?from=2025-03-01&to=2025-03-04',
      '/api/v1/series/dehrprice?from=2023-07-01&to=2025-06-01',
      '/api/v1/metadata?prefix=dehr&limit=5',
      '/api/v1/power-balance-forecast/short-term?area=DE&balanceCategory=hrprice',
      '/api/v1/power-balance-forecast/issue-times?area=DE&balanceCategory=hrprice',
      '/api/operator/plans',
    ] as const
  ).map(
    (path): Ask => ({
      method: 'GET',
      path,
      as: path.startsWith('/api/operator') ? 'operatorKey' : 'key',
    }),
  ),
  { method: 'POST', path: '/api/fundamental/meta/all', body: { Prefix: 'dehr' }, as: 'key' },
];

export class OutageLoad {
  readonly #url: string;
  readonly #market: Market;
  readonly #expected = new Map<Ask, string>();
  readonly #clients: Promise<void>[] = [];
  #isOver = false;
  /** The time of each client's last answer from the store, by performance.now(). */
  readonly #servedAt: number[] = [];
  /** The number of answers by status. */
  readonly statuses = new Map<string, number>();
  readonly faults: string[] = [];
  worst503Ms = 0;
  written = 0;
  unknownWrites = 0;

  constructor(url: string, market: Market) {
    this.#url = url;
    this.#market = market;
  }

  /** Notes the right answers, then starts the readers, one writer, and one client that watches the process. */
  async begin(readers: number): Promise<void> {
    for (const ask of STEADY) {
      const { status, text } = await send(this.#url, this.#market, ask);
      if (status !== 200) throw new Error(`${ask.path}: ${status} ${text}`);
      this.#expected.set(ask, text);
    }
    for (let i = 0; i < readers; i++) this.#clients.push(this.#read(i));
    this.#clients.push(this.#write(readers), this.#watch());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /**
   * Lets the store go away and come back. Resolves to the time in ms from its return until all clients
   * were served again, or to infinity if that takes longer than `mostMs`.
   */
  async passThrough({ stop, start, lastsMs }: Outage, mostMs: number): Promise<number> {
    await stop();
    await sleep(lastsMs);
    await start();
    const backAt = performance.now();
    while (!this.#servedAt.every((at) => at > backAt)) {
      if (performance.now() > backAt + mostMs) return Number.POSITIVE_INFINITY;
      await sleep(5);
    }
    // An upper bound, as clients may have been served several times by now.
    return performance.now() - backAt;
  }

  async #read(client: number): Promise<void> {
    const asks = [...this.#expected.keys()];
    for (let i = client; !this.#isOver; i++) {
      const ask = asks[i % asks.length]!;
      const answer = await this.#send(ask);
      if (answer?.status === 200) {
        this.#servedAt[client] = performance.now();
        if (answer.text !== this.#expected.get(ask))
          this.faults.push(`${ask.path}: another answer: ${answer.text.slice(0, 200)}`);
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Sends each value under a key of its own, again and again until it is acknowledged. */
  async #write(client: number): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#send(writeHour(this.written, `hour-${this.written}`));
      if (answer?.status === 200) {
        this.#servedAt[client] = performance.now();
        this.written++;
      } else if (answer && JSON.parse(answer.text).code === 'write_unknown') this.unknownWrites++;
      await sleep(PAUSE_MS);
    }
  }

  /** The process itself must stay healthy all the time. */
  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const health = await this.#send({ method: 'GET', path: '/healthz' });
      if (health && health.status !== 200) this.faults.push(`/healthz: ${health.status}`);
      await this.#send({ method: 'GET', path: '/readyz' });
      await sleep(WATCH_EVERY_MS);
    }
  }

  async #send(ask: Ask): Promise<Answer | undefined> {
    try {
      const answer = await send(this.#url, this.#market, ask);
      this.#note(ask, answer);
      return answer;
    } catch (error) {
      this.faults.push(`${ask.path}: ${error} ${(error as Error).cause}`);
      return undefined;
    }
  }

  #note({ path }: Ask, { status, headers, text, ms }: Answer): void {
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1);
    if (status === 503) {
      this.worst503Ms = Math.max(this.worst503Ms, ms);
      if (!headers.has('retry-after')) this.faults.push(`${path}: 503 without Retry-After`);
    } else if (status !== 200) this.faults.push(`${path}: ${status} ${text.slice(0, 300)}`);
  }
}
