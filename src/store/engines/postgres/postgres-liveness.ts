// Whether a PostgreSQL server answers. A server that is gone says so at once; one that hangs does not, and
// nobody should wait for it longer than two seconds. So what takes long makes it a question, and while the
// answer is no, nothing is tried.

import { lookup } from 'node:dns/promises';
import pg from 'pg';
import { cutClient, endClient, openClient } from '#store/engines/postgres/postgres-client';
import { isOfLivingServer } from '#store/engines/postgres/postgres-errors';
import { within } from '#store/engines/postgres/within-time';

/** What takes longer makes one ask whether the server is still there. */
const SUSPICIOUS_MS = 300;
/** What a living server needs for an empty statement, at its busiest. */
const PATIENCE_MS = 800;
const LOOK_EVERY_MS = 50;
/** From one answer to the next question. */
const ASK_AFTER_MS = 250;
/** The connection that questions go through is kept so long after the last. */
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
  #answeredAt = 0;
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
   * Watches a statement, or whatever needs the server, until the function that is returned is called.
   * `abort` ends it early, where the server does not answer.
   */
  begin(abort: () => void): () => void {
    const watched = { startedAt: performance.now(), abort };
    this.#underWay.add(watched);
    this.#startLooking();
    return () => this.#underWay.delete(watched);
  }

  /** Something of the server's broke: it may be gone altogether. */
  suspect(): void {
    if (this.#isClosed) return;
    this.#startLooking();
    this.#probe ??= this.#ask();
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
      if (now - this.#answeredAt >= ASK_AFTER_MS) this.#probe = this.#ask();
    } else if (this.#underWay.size === 0 && now - this.#answeredAt >= KEEP_MS) this.#rest();
  }

  /** While nothing is to be watched there is neither a timer nor a connection. */
  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    this.#client = undefined;
    if (client) void endClient(client);
  }

  async #ask(): Promise<void> {
    const isDown = !(await this.#answers());
    this.#answeredAt = performance.now();
    this.#probe = undefined;
    const isNews = isDown && !this.#isDown;
    this.#isDown = isDown;
    if (isNews) this.#onDown();
    if (isDown) this.#abortOld();
  }

  /** What began a moment ago may still be told by the server itself how it ends. */
  #abortOld(): void {
    const before = performance.now() - SUSPICIOUS_MS;
    for (const { startedAt, abort } of this.#underWay) if (startedAt < before) abort();
  }

  async #answers(): Promise<boolean> {
    const held = this.#client;
    if (held) {
      const answer = await answerOf(held);
      if (answer === 'yes') return true;
      this.#client = undefined;
      cutClient(held);
      if (answer === 'late') return false;
    }
    // What broke may have been that connection only.
    return !this.#isClosed && this.#connect();
  }

  async #connect(): Promise<boolean> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      if ((await within(PATIENCE_MS, this.#findHost(client.host))) === 'late') return false;
      await openClient(client, PATIENCE_MS);
      this.#client = client;
      return true;
    } catch (error) {
      return isOfLivingServer(error);
    }
  }

  /**
   * One question at a time: each occupies one of the few threads that also check passwords, and where
   * name servers are gone, for longer than there are seconds between questions.
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
    return (await within(PATIENCE_MS, client.query('SELECT 1'))) === 'late' ? 'late' : 'yes';
  } catch {
    return 'no';
  }
}
