// The clients of a server whose calls fail: four that write, one that adds users and one that reads; or two
// that read much.

import type { ProductServer } from '../../harness/product-server.ts';
import { OperatorWriters } from '../writing/operator-writers.ts';
import { WRITERS } from '../writing/written-store.ts';
import { AccountClerk } from './account-clerk.ts';
import { type Answer, faultOfAnswer, nameOfAnswer, waitUntil } from './answers-seen.ts';
import type { CallsTally } from './calls-tally.ts';
import { ReadingClient } from './reading-client.ts';

const LARGE_READERS = 2;
/** The clerk's number, after those of the writers. */
const CLERK = WRITERS;
const WHO_WRITE = WRITERS + 1;

export interface ClientStage {
  readonly key: string;
  readonly tally: CallsTally;
  readonly faults: string[];
}

export class ServedClients {
  readonly #stage: ClientStage;
  readonly #server: ProductServer;
  readonly #writers: OperatorWriters | undefined;
  readonly #clerk: AccountClerk | undefined;
  readonly #readers: readonly ReadingClient[];
  /** Writers that were answered, and such that were acknowledged; and reads that were answered with 200. */
  readonly #seen = { answers: new Set<number>(), acknowledgements: new Set<number>() };
  #reads = 0;

  constructor(stage: ClientStage, server: ProductServer, size: 'small' | 'large') {
    this.#stage = stage;
    this.#server = server;
    const { url } = server;
    const { key, tally, faults } = stage;
    const onRead = (answer: Answer): void => {
      this.#note(answer);
      if (answer.status === 200) this.#reads++;
    };
    const count = size === 'large' ? LARGE_READERS : 1;
    this.#readers = Array.from(
      { length: count },
      (_, number) => new ReadingClient(url, key, onRead, size, number),
    );
    if (size === 'large') return;
    const onWrite = (writer: number, answer: Answer): void => {
      this.#note(answer);
      this.#seen.answers.add(writer);
      if (answer.status === 200) this.#seen.acknowledgements.add(writer);
    };
    const doubt = (writer: number, batch: number): void => {
      tally.doubts[writer] = batch;
    };
    this.#clerk = new AccountClerk(url, key, tally, (answer) => onWrite(CLERK, answer));
    this.#writers = new OperatorWriters(url, key, tally.batches, faults, {
      pauseMs: 20,
      onAnswer: (answer) => {
        onWrite(answer.writer, answer);
        if (nameOfAnswer(answer) === 'write_unknown') doubt(answer.writer, answer.batch);
      },
      onBreak: doubt,
    });
  }

  /** Waits until each writing client has got a new answer, or a new acknowledgement. */
  async writeAgain(what: 'answers' | 'acknowledgements', withinMs: number): Promise<void> {
    const seen = this.#seen[what];
    seen.clear();
    if (await this.#waitFor(() => seen.size === WHO_WRITE, withinMs)) return;
    this.#stage.faults.push(`${WHO_WRITE - seen.size} of the writing clients got no ${what}`);
  }

  async readAgain(withinMs: number): Promise<void> {
    const before = this.#reads;
    if (await this.#waitFor(() => this.#reads >= before + 2 * LARGE_READERS, withinMs)) return;
    this.#stage.faults.push('reads were not answered');
  }

  /** A server that has ended owes no answer; how it ended is checked elsewhere. */
  #waitFor(holds: () => boolean, withinMs: number): Promise<boolean> {
    return waitUntil(() => holds() || this.#server.hasEnded, withinMs);
  }

  /** The server is dead, or all is answered. */
  async end(): Promise<void> {
    const clients = [this.#writers, this.#clerk, ...this.#readers];
    await Promise.all(clients.map((client) => client?.end()));
  }

  #note(answer: Answer): void {
    // An answer that a kill cut off says nothing.
    if (answer.body === '') return;
    const fault = faultOfAnswer(answer);
    if (fault !== undefined) this.#stage.faults.push(fault);
    const { answers } = this.#stage.tally;
    const name = nameOfAnswer(answer);
    answers[name] = (answers[name] ?? 0) + 1;
  }
}
