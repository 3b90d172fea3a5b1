// The callers of the long run, in a process of their own: requests at a fixed rate, whether or not earlier
// ones are answered. A latency counts from the moment its request was due.

import { HttpConnection } from '../../harness/load/http-connection.ts';
import { paced } from '../../harness/load/paced.ts';
import { answerCalls } from '../../harness/processes.ts';
import { Random } from '../../harness/random.ts';
import { makeOperatorKinds, makeSignIns } from './account-kinds.ts';
import { type LatencyCounts, noteLatency } from './latency-histogram.ts';
import { makeLargeReads, makeSmallReads } from './read-kinds.ts';
import { makeSessionKinds } from './session-kinds.ts';
import { type Asked, type Kind, newMemory } from './soak-kind.ts';
import type { SoakStore } from './soak-store.ts';
import { makeWrongKinds } from './wrong-kinds.ts';

/** One request in this many comes on a new connection, which stays open until there are too many. */
const NEW_CONNECTION_EVERY = 50;
const MOST_IDLE = 32;
const MOST_FAULTS = 20;

export interface Opened {
  readonly port: number;
  readonly seed: number;
  readonly store: SoakStore;
}

export interface Stretch {
  /** Answers by kind and status. */
  readonly statuses: Record<string, Record<string, number>>;
  /** Latencies of small requests. */
  readonly latencies: LatencyCounts;
  /** Statuses that are wrong for what was asked, and answers that did not come. */
  readonly faults: string[];
}

const newStretch = (): Stretch => ({ statuses: {}, latencies: {}, faults: [] });

class Callers {
  readonly #port: number;
  readonly #random: Random;
  readonly #kinds: readonly Kind[];
  readonly #weights: number;
  readonly #memory = newMemory();
  readonly #idle: HttpConnection[] = [];
  #picked = 0;
  #stretch = newStretch();

  constructor({ port, seed, store }: Opened) {
    this.#port = port;
    this.#random = new Random(seed);
    this.#kinds = [
      ...makeSmallReads(store),
      ...makeLargeReads(store),
      ...makeWrongKinds(store),
      ...makeSignIns(),
      ...makeSessionKinds(store),
      ...makeOperatorKinds(store),
    ];
    this.#weights = this.#kinds.reduce((sum, { weight }) => sum + weight, 0);
  }

  async call(perSecond: number, seconds: number): Promise<Stretch> {
    this.#stretch = newStretch();
    await paced({ perSecond, seconds }, (dueAt) => this.#ask(dueAt));
    return this.#stretch;
  }

  /** Each once, then by chance. */
  #pickKind(): Kind {
    const next = this.#kinds[this.#picked++];
    if (next) return next;
    let at = this.#random.unit() * this.#weights;
    return this.#kinds.find(({ weight }) => (at -= weight) < 0) ?? this.#kinds[0]!;
  }

  async #ask(dueAt: number): Promise<void> {
    const kind = this.#pickKind();
    const asked = kind.make(this.#random, this.#memory);
    if (asked === undefined) return;
    const { statuses, faults, latencies } = this.#stretch;
    const headers = { ...headersOf(asked), 'x-forwarded-for': this.#address() };
    try {
      const status = kind.read
        ? await this.#fetch(kind, asked, headers)
        : await this.#send(asked, headers);
      const seen = (statuses[kind.name] ??= {});
      seen[status] = (seen[status] ?? 0) + 1;
      if (kind.isSmall) noteLatency(latencies, performance.now() - dueAt);
      // A machine that is busy with other things may have the server turn some away: the row tells of it.
      const isRight = kind.statuses.includes(status) || status === 503;
      if (!isRight && faults.length < MOST_FAULTS)
        faults.push(`${kind.name} was answered with ${status}`);
    } catch (error) {
      if (faults.length < MOST_FAULTS) faults.push(`${kind.name}: ${(error as Error).message}`);
    }
  }

  #address(): string {
    return `10.0.${this.#random.below(256)}.${this.#random.below(256)}`;
  }

  async #send(asked: Asked, headers: Record<string, string>): Promise<number> {
    const body = bodyOf(asked) ?? '';
    const lines = Object.entries({
      // The name of a session's cookie has the port.
      host: `127.0.0.1:${this.#port}`,
      ...headers,
      ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${asked.method} ${asked.path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    const isNew = this.#random.below(NEW_CONNECTION_EVERY) === 0;
    return this.#exchange(Buffer.from(head + body), isNew);
  }

  async #exchange(bytes: Buffer, isNew: boolean): Promise<number> {
    // Each in turn, so that none is idle for as long as the server lets one be.
    const kept = isNew ? undefined : this.#idle.shift();
    const connection = kept ?? (await HttpConnection.open(this.#port));
    // The server may have ended it meanwhile.
    if (connection.isClosed) return this.#exchange(bytes, false);
    const { status } = await connection.ask(bytes);
    if (connection.isClosed || this.#idle.length >= MOST_IDLE) connection.close();
    else this.#idle.push(connection);
    return status;
  }

  async #fetch(kind: Kind, asked: Asked, headers: Record<string, string>): Promise<number> {
    const body = bodyOf(asked);
    const response = await fetch(`http://127.0.0.1:${this.#port}${asked.path}`, {
      method: asked.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (response.status === 200) {
      kind.read!({ text, headers: response.headers }, this.#memory, asked);
    }
    return response.status;
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }
}

const bodyOf = ({ body, text }: Asked): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

const headersOf = (asked: Asked): Record<string, string> => ({
  ...(bodyOf(asked) === undefined ? {} : { 'content-type': 'application/json' }),
  ...(asked.secret === undefined ? {} : { authorization: `Bearer ${asked.secret}` }),
  ...asked.headers,
});

let callers: Callers | undefined;

answerCalls(
  {
    open(opened: Opened) {
      callers = new Callers(opened);
    },
    call: (perSecond: number, seconds: number) => callers!.call(perSecond, seconds),
  },
  () => callers?.close(),
);
