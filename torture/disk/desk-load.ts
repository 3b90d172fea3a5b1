// People at a server whose disk is full: readers must notice nothing, writers must be told.

import { setTimeout as sleep } from 'node:timers/promises';
import { REFUSALS } from '#core/refusal-table';
import { TRADER } from './desk-store.ts';

const PAUSE_MS = 10;

/** A span of the first import: each answer stays the same whatever is written later. */
const STEADY = [
  '/api/v1/series/imported0?from=2000-01-02&to=2000-01-05',
  '/api/v1/series/imported1?from=2000-01-02&to=2000-04-01&resolution=day',
  '/api/v1/metadata?prefix=imported&limit=5',
];
const PROBES = ['/readyz', '/healthz', '/metrics'];

export interface Seen {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What is wrong with a refusal, in a few words; undefined: it is one that a program can read. */
export function faultOfRefusal({ status, type, body }: Seen): string | undefined {
  if (!type.startsWith('application/problem+json')) return `${status} is no problem document`;
  const { code } = JSON.parse(body) as { code: string };
  return code in REFUSALS && code !== 'internal' ? undefined : `${status} says ${code}`;
}

export async function ask(url: string, path: string, key?: string, body?: object): Promise<Seen> {
  const headers: Record<string, string> = {};
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  if (body) headers['content-type'] = 'application/json';
  const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
  const response = await fetch(url + path, request);
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: await response.text() };
}

/** Signing in writes a token: while it cannot, 503 is the right answer. */
export const trySignIn = (url: string, password = TRADER.Password): Promise<Seen> =>
  ask(url, '/api/user/login', undefined, { ...TRADER, Password: password });

export class SteadyReaders {
  readonly #url: string;
  readonly #faults: string[];
  readonly #expected = new Map<string, string>();
  #readers: Promise<void>[] = [];
  #isOver = false;
  /** Answers with 200. */
  answered = 0;

  constructor(url: string, faults: string[]) {
    this.#url = url;
    this.#faults = faults;
  }

  async begin(keys: readonly string[]): Promise<void> {
    for (const path of STEADY) {
      const { status, body } = await ask(this.#url, path, keys[0]);
      if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
      this.#expected.set(path, body);
    }
    this.#readers = [...keys.map((key) => this.#read(key)), this.#probe()];
  }

  /** One more, who has not been here yet. */
  add(key: string): void {
    this.#readers.push(this.#read(key));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#readers);
  }

  async #read(key: string): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const path = STEADY[count % STEADY.length]!;
      const body = await this.#get(path, key);
      if (body !== undefined && body !== this.#expected.get(path))
        this.#faults.push(`${path} has another answer: ${body.slice(0, 200)}`);
      await sleep(PAUSE_MS);
    }
  }

  async #probe(): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      await this.#get(PROBES[count % PROBES.length]!);
      await sleep(5 * PAUSE_MS);
    }
  }

  async #get(path: string, key?: string): Promise<string | undefined> {
    try {
      const { status, body } = await ask(this.#url, path, key);
      if (status === 200) this.answered++;
      else this.#faults.push(`${path} was answered with ${status}: ${body.slice(0, 300)}`);
      return status === 200 ? body : undefined;
    } catch (error) {
      this.#faults.push(`${path} was not answered: ${(error as Error).message}`);
      return undefined;
    }
  }
}
