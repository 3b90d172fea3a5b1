// A client that adds one user after the other while calls fail, and checks that they all exist afterwards.

import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#store/open/open-store';
import type { Answer } from './answers-seen.ts';

const BETWEEN_MS = 40;

const nameOf = (number: number): string => `clerk${number}`;

export class AccountClerk {
  readonly #url: string;
  readonly #key: string;
  readonly #tally: { users: number };
  readonly #onAnswer: (answer: Answer) => void;
  readonly #done: Promise<void>;
  #isOver = false;

  /** `tally.users` grows with each that is acknowledged. */
  constructor(
    url: string,
    key: string,
    tally: { users: number },
    onAnswer: (answer: Answer) => void,
  ) {
    this.#url = url;
    this.#key = key;
    this.#tally = tally;
    this.#onAnswer = onAnswer;
    this.#done = this.#work();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  /** Works until the connection breaks. What was refused is sent again under the same key, also to a later server. */
  async #work(): Promise<void> {
    try {
      while (!this.#isOver) {
        const answer = await this.#add(this.#tally.users);
        this.#onAnswer(answer);
        if (answer.status === 200) this.#tally.users++;
        await sleep(BETWEEN_MS);
      }
    } catch {
      // The server is gone.
    }
  }

  async #add(number: number): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/operator/users`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        'idempotency-key': nameOf(number),
      },
      body: JSON.stringify({ name: nameOf(number), plan: 'all' }),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: await response.text() };
  }
}

/** All acknowledged users exist; one more may. */
export async function inspectUsers(
  path: string,
  expected: number,
  faults: string[],
): Promise<void> {
  const store = await openStore(`sqlite:${path}`);
  try {
    const users = await store.accounts.listUsers();
    const found = new Set(users.map(({ name }) => name).filter((name) => /^clerk\d/.test(name)));
    let count = 0;
    while (found.has(nameOf(count))) count++;
    if (count < expected) faults.push(`${nameOf(count)} of ${expected} users does not exist`);
    if (found.size !== count) faults.push(`${found.size} users exist, but ${count} in a row`);
  } finally {
    await store.close();
  }
}
