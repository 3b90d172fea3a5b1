// Two servers on one store, one of which delivers webhooks. Each is killed and started again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../../harness/lifetime.ts';
import { ProductServer } from '../../harness/product-server.ts';

const DELIVERIES = /^gridtide_webhook_deliveries_total\{[^}]*\} (\d+)$/gm;
const LOOK_EVERY_MS = 50;
/** A receiver that hangs keeps its webhook waiting, but there is another one. */
const MOST_LOOKS = 400;

interface Member {
  server: ProductServer;
  isReady: boolean;
  isKilled: boolean;
}

export class ServedPair {
  readonly readyMs: number[] = [];
  readonly #lifetime: Lifetime;
  readonly #storeUrl: string;
  readonly #faults: string[];
  readonly #onChange: (urls: readonly string[]) => void;
  readonly #members: Member[] = [];

  constructor(
    lifetime: Lifetime,
    storeUrl: string,
    faults: string[],
    onChange: (urls: readonly string[]) => void,
  ) {
    this.#lifetime = lifetime;
    this.#storeUrl = storeUrl;
    this.#faults = faults;
    this.#onChange = onChange;
    for (let i = 0; i < 2; i++) this.#members.push(this.#begin());
  }

  /** The servers that are ready. */
  get urls(): readonly string[] {
    return this.#members.filter(({ isReady }) => isReady).map(({ server }) => server.url);
  }

  /** Resolves when both are ready, or something is wrong. */
  async untilReady(): Promise<void> {
    while (this.urls.length < this.#members.length && this.#faults.length === 0)
      await sleep(LOOK_EVERY_MS);
  }

  /** The number of the server that delivers; undefined if none has delivered anything for long. */
  async findDeliverer(): Promise<number | undefined> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      for (const [number, member] of this.#members.entries()) {
        if (member.isReady && (await hasDelivered(member.server.url))) return number;
      }
      await sleep(LOOK_EVERY_MS);
    }
    return undefined;
  }

  /** Kills a server, in its start or later, and starts another in its place at once. */
  async kill(number: number): Promise<void> {
    const member = this.#members[number]!;
    const { server } = member;
    member.isReady = false;
    member.isKilled = true;
    if (server.hasEnded) this.#faults.push(`a server ended by itself: ${server.stderr}`);
    await server.kill();
    this.#members[number] = this.#begin();
    this.#onChange(this.urls);
  }

  async stop(): Promise<void> {
    for (const { server } of this.#members) {
      if ((await server.stop()) !== 0) this.#faults.push('a server did not end cleanly');
    }
  }

  #begin(): Member {
    const env = { STORE: this.#storeUrl, WEBHOOK_ALLOW: '127.0.0.1' };
    const server = ProductServer.begin(this.#lifetime, { env });
    const member: Member = { server, isReady: false, isKilled: false };
    void this.#awaitReady(member);
    return member;
  }

  async #awaitReady(member: Member): Promise<void> {
    try {
      const isReady = await member.server.becomesReady();
      // It may have been killed in its start.
      if (member.isKilled) return;
      if (!isReady) throw new Error(`a server did not start: ${member.server.stderr}`);
      member.isReady = true;
      this.readyMs.push(Math.round(member.server.readyMs));
      this.#onChange(this.urls);
    } catch (error) {
      this.#faults.push((error as Error).message);
    }
  }
}

/** A server that delivers does so until it ends. */
async function hasDelivered(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  const text = (await answer?.text().catch(() => '')) ?? '';
  return [...text.matchAll(DELIVERIES)].some(([, count]) => Number(count) > 0);
}
