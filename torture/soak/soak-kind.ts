// A kind of request of the long run: what is asked, how often, and which statuses are right for it.

import type { Random } from '../../harness/random.ts';

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly secret?: string | undefined;
  readonly body?: unknown;
  /** The text that replaces a body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is remembered from one request to the next. */
export interface Memory {
  /** Tokens of sign-ins, the newest last; the older ones have expired. */
  readonly tokens: string[];
  /** Cookies of sessions, the oldest first, as name and value. */
  readonly cookies: string[];
  readonly etags: Map<string, string>;
  /** The latest writes, to be sent again. */
  readonly writes: Asked[];
  /** Entries of the journal that can be taken back. */
  readonly entries: number[];
  readonly keyNames: string[];
  /** A counter for all that needs a name of its own. */
  count: number;
}

export const newMemory = (): Memory => ({
  tokens: [],
  cookies: [],
  etags: new Map(),
  writes: [],
  entries: [],
  keyNames: [],
  count: 0,
});

export interface Kind {
  readonly name: string;
  /** Its share of all requests is this of the sum. */
  readonly weight: number;
  /** Whether its latency counts. */
  readonly isSmall?: true;
  readonly statuses: readonly number[];
  /** Undefined if there is nothing to ask yet. */
  make(random: Random, memory: Memory): Asked | undefined;
  /** Called with the answer, if it is needed. */
  read?(
    answer: { readonly text: string; readonly headers: Headers },
    memory: Memory,
    asked: Asked,
  ): void;
}
