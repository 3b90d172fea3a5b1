// Whether a PostgreSQL server answers. A server that is gone refuses at once. A server that hangs does not,
// and no request should wait for it longer than two seconds. So a slow statement triggers a probe on another
// connection, and while the probe fails, calls are refused at once.

import { lookup } from 'node:dns/promises';
import pg from 'pg';
import { cutClient, endClient, openClient } from '#store/engines/postgres/postgres-client';
import { isOfLivingServer } from '#store/engines/postgres/postgres-errors';
import { withinTime } from '#store/engines/postgres/within-time';

/** A statement that takes longer triggers a probe. */
const SUSPICIOUS_MS = 300;
/** The longest that a living server takes for an empty statement, at its busiest. */
const ANSWER_MS = 800;
const LOOK_EVERY_MS = 50;
/** The pause from one probe's end to the next probe. */
const PROBE_AFTER_MS = 250;
/** How long the connection of the probes is kept after the last one. */
const KEEP_MS = 10_000;

interface Watched {
  readonly startedAt: number;
  readonly abort: () => void;
}

export class PostgresLiveness {
  readonly #config: pg.ClientConfig;
  readonly #onDown: () => void;
  readonly #underWay = new Set<Watched>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probe: Promise<void> | undefined;
  #lookup: Promise<void> | undefined;
  #probedAt = 0;
  #isDown = false;
  #isClosed = false;

  /** `onDown` is called when the server stops answering. */
  constructor(config: pg.ClientConfig, onDown: () => void) {
    this.#config = config;
    this.#onDown = onDown;
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  /**
   * Watches a statement, or other work that needs the server, until the returned function is called.
   * `abort` ends the work early if the server does not answer.
   */
  begin(abort: () => void): () => void {
    const watched = { startedAt: performance.now(), abort };
    this.#underWay.add(watched);
    this.#startLooking();
    return () => this.#underWay.delete(watched);
  }

  /** Probes now: a connection broke, so the server may be gone altogether. */
  suspect(): void {
    if (this.#isClosed) return;
    this.#startLooking();
    this.#probe ??= this.#runProbe();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#client) cutClient(this.#client);
    await this.#probe;
    if (this.#client) await endClient(this.#client);
  }

  #startLooking(): void {
    if (!this.#isClosed) this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  #look(): void {
    if (this.#isDown) this.#abortOld();
    if (this.#probe) return;
    const now = performance.now();
    const isSlow = this.#underWay.values().some((each) => each.startedAt < now - SUSPICIOUS_MS);
    if (this.#isDown || isSlow) {
      if (now - this.#probedAt >= PROBE_AFTER_MS) this.#probe = this.#runProbe();
    } else if (this.#underWay.size === 0 && now - this.#probedAt >= KEEP_MS) this.#rest();
  }

  /** Ends the timer and the connection while there is nothing to watch. */
  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    this.#client = undefined;
    if (client) void endClient(client);
  }

  async #runProbe(): Promise<void> {
    const isDown = !(await this.#answers());
    this.#probedAt = performance.now();
    this.#probe = undefined;
    const isNews = isDown && !this.#isDown;
    this.#isDown = isDown;
    if (isNews) this.#onDown();
    if (isDown) this.#abortOld();
  }

  /** Aborts the work that began long ago. The server itself may still end what began a moment ago. */
  #abortOld(): void {
    const before = performance.now() - SUSPICIOUS_MS;
    for (const { startedAt, abort } of this.#underWay) if (startedAt < before) abort();
  }

  async #answers(): Promise<boolean> {
    const client = this.#client;
    if (client) {
      const answer = await answerOf(client);
      if (answer === 'yes') return true;
      this.#client = undefined;
      cutClient(client);
      if (answer === 'late') return false;
    }
    // Perhaps only that connection broke.
    return !this.#isClosed && this.#connect();
  }

  async #connect(): Promise<boolean> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      if ((await withinTime(ANSWER_MS, this.#findHost(client.host))) === 'late') return false;
      await openClient(client, ANSWER_MS);
      this.#client = client;
      return true;
    } catch (error) {
      return isOfLivingServer(error);
    }
  }

  /**
   * Looks the host up, one lookup at a time. Each occupies one of the few threads that also check
   * passwords, and without name servers it takes longer than the pause between probes.
   */
  #findHost(host: string): Promise<void> {
    if (host.startsWith('/')) return Promise.resolve();
    this.#lookup ??= lookup(host)
      .then(() => {})
      .finally(() => {
        this.#lookup = undefined;
      });
    return this.#lookup;
  }
}

async function answerOf(client: pg.Client): Promise<'yes' | 'no' | 'late'> {
  try {
    return (await withinTime(ANSWER_MS, client.query('SELECT 1'))) === 'late' ? 'late' : 'yes';
  } catch {
    return 'no';
  }
}
