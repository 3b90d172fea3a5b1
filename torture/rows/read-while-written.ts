// Answers of every kind while their series are written all the time: 60,000 values at a time by an operator, and
// two series with their runs in one transaction of another process.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#core/time/instant';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { RawConnection } from '../../harness/http/raw-connection.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { ReadingJudge } from '../reading/judge-reading.ts';
import { nextQuestion } from '../reading/questions.ts';
import {
  type Callers,
  FIRST,
  LONG,
  makeWrittenStore,
  writePair,
} from '../reading/written-store.ts';
import type { Attempt, Ground, Row } from '../row.ts';

const TURN = 5_000;
const CLIENTS = 6;
const WORKERS = 2;
const PAIR_PAUSE_MS = 10;
const LONG_PAUSE_MS = 50;
/** History before this is forgotten at each round, as a million answers take thousands of states. */
const KEPT_MS = 60_000;
const MOST_FAULTS = 50;

interface ReadingTally {
  /** The last state that was written of the long series, and of the pair. */
  long: number;
  pair: number;
  kinds: Record<string, number>;
  past: number;
  faults: string[];
}

/** An instant, and the state that everything was in at it. */
interface Known {
  readonly at: Instant;
  readonly state: number;
}

class Reading implements Attempt {
  readonly #ground: Ground;
  readonly #tally: ReadingTally;
  readonly #judge = new ReadingJudge();
  #callers!: Callers;
  #server!: ProductServer;
  #store!: Store;
  #known!: { long: Known; pair: Known };

  constructor(ground: Ground, tally: ReadingTally) {
    this.#ground = ground;
    this.#tally = tally;
  }

  async start(): Promise<void> {
    const { folder } = this.#ground;
    const url = `sqlite:${join(folder, 'store.db')}`;
    const kept = join(folder, 'callers.json');
    const text = await readFile(kept, 'utf8').catch(() => undefined);
    if (text === undefined) {
      for (const name of ['store.db', 'store-accounts.db'])
        await rm(join(folder, name), { force: true });
      this.#callers = await makeWrittenStore(url);
      await writeFile(`${kept}.new`, JSON.stringify(this.#callers));
      await rename(`${kept}.new`, kept);
    } else this.#callers = JSON.parse(text);
    const env = { STORE: url, LOG_LEVEL: 'error', FORECASTS: 'false' };
    const args = ['--workers', String(WORKERS)];
    this.#server = await ProductServer.start(this.#ground, { env, args });
    this.#store = await openStore(url, { create: false });
    this.#ground.after(() => this.#store.close());
    // A run that was broken off may have written a state that it did not note.
    await this.#writeLong();
    await this.#writePair();
  }

  async next(done: number, most: number): Promise<number> {
    const count = Math.min(TURN, most);
    let isOver = false;
    const writers = [
      this.#writeUntil(
        () => isOver,
        () => this.#writeLong(),
        LONG_PAUSE_MS,
      ),
      this.#writeUntil(
        () => isOver,
        () => this.#writePair(),
        PAIR_PAUSE_MS,
      ),
    ];
    try {
      await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => this.#read(done, client, count)),
      );
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    const now = Date.now();
    const entry = { kind: 'compact', actor: 'torture', name: '', now } as const;
    await this.#store.compact(now - KEPT_MS, entry);
    return count;
  }

  async finish(): Promise<void> {
    if ((await this.#server.stop()) !== 0) this.#fault('the server did not end cleanly');
  }

  async #read(done: number, client: number, count: number): Promise<void> {
    const connection = new RawConnection(this.#server.port);
    for (let i = client; i < count; i += CLIENTS) {
      const { long, pair } = this.#known;
      const random = this.#ground.random(done + i);
      const question = nextQuestion(random, { long: long.at, pair: pair.at });
      const bytes = requestBytes(question.request, this.#callers.key);
      const answer = await connection.ask(bytes, false);
      const state = question.isLong ? long.state : pair.state;
      const expected = question.asOf === undefined ? undefined : state;
      const fault = answer
        ? this.#judge.faultOf(question, answer, expected)
        : `${question.kind}: no answer`;
      if (fault !== undefined) this.#fault(fault);
      this.#tally.kinds[question.kind] = (this.#tally.kinds[question.kind] ?? 0) + 1;
      if (expected !== undefined) this.#tally.past++;
    }
    connection.close();
  }

  async #writeUntil(
    isOver: () => boolean,
    write: () => Promise<void>,
    pauseMs: number,
  ): Promise<void> {
    while (!isOver()) {
      await write();
      await sleep(pauseMs);
    }
  }

  async #writeLong(): Promise<void> {
    const state = ++this.#tally.long;
    const values = new Array<number>(LONG.hours).fill(state);
    const answer = await fetch(`${this.#server.url}/api/operator/series/${LONG.code}/values`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#callers.operatorKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ start: new Date(FIRST).toISOString(), values }),
    });
    if (answer.status !== 200)
      this.#fault(`a write: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    await answer.arrayBuffer().catch(() => {});
    await this.#note('long', state);
  }

  async #writePair(): Promise<void> {
    const state = ++this.#tally.pair;
    await writePair(this.#store, state, Date.now());
    await this.#note('pair', state);
  }

  /** A write that begins later is recorded later than the instant which is noted. */
  async #note(name: 'long' | 'pair', state: number): Promise<void> {
    const at = Date.now();
    this.#known = { ...this.#known, [name]: { at, state } };
    while (Date.now() <= at + 1) await sleep(1);
  }

  #fault(text: string): void {
    if (this.#tally.faults.length < MOST_FAULTS) this.#tally.faults.push(text);
  }
}

export const readWhileWrittenRow: Row<ReadingTally> = {
  name: 'read-while-written',
  summary: 'answers of every kind while 60,000 values at a time and pairs of series are written',
  count: 1_000_000,
  unit: 'answers',
  mustHold: 'one ETag has one body, values belong to their LastUpdated, no answer mixes two states',
  newTally: () => ({ long: 1, pair: 1, kinds: {}, past: 0, faults: [] }),
  async open(ground, tally) {
    const reading = new Reading(ground, tally);
    await reading.start();
    return reading;
  },
  judge({ long, pair, kinds, past, faults }) {
    const seen = Object.entries(kinds).map(([kind, count]) => `${count} × ${kind}`);
    return {
      faults,
      misses: [],
      figures: `${WORKERS} processes; ${long - 1} states of ${LONG.hours} values by the operator interface, ${pair - 1} of two series by another process; ${past} answers as of an earlier instant; ${seen.join(', ')}`,
    };
  },
};
