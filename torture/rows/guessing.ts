// Guesses of passwords: at one account from ever new addresses, at one account from one address, and from one
// address at ever new accounts, with the server killed or stopped and started again in the middle.

import { join } from 'node:path';
import { MAX_FAILED_PER_USER, MAX_FAILED_SIGN_INS } from '#accounts/failure-throttle';
import { hashPassword } from '#accounts/passwords';
import { ensurePlan } from '#accounts/plan-changes';
import { openStore } from '#store/open/open-store';
import { RawConnection } from '../../harness/http/raw-connection.ts';
import { medianOf } from '../../harness/median.ts';
import { ProductServer } from '../../harness/product-server.ts';
import {
  addressOf,
  askGuess,
  faceOf,
  type Guess,
  guessAtOneAccount,
  guessAtPair,
  guessFromOneAddress,
} from '../guessing/guesses.ts';
import type { Attempt, Ground, Row } from '../row.ts';

/** What the guesses of a block share, alternately. */
const KINDS = ['account', 'address', 'pair'] as const;
type Kind = (typeof KINDS)[number];
/** Guesses of a block, and how many of its account or address are told wrong. */
const BLOCKS = {
  account: { size: 240, allowed: MAX_FAILED_PER_USER, make: guessAtOneAccount },
  address: { size: 100, allowed: MAX_FAILED_SIGN_INS, make: guessFromOneAddress },
  pair: { size: 100, allowed: MAX_FAILED_SIGN_INS, make: guessAtPair },
} as const;
/** The guesses before the restart, one after another: their times are compared. */
const FIRST = 20;
/** The guesses at once after it: fewer than the hashes that may wait. */
const AT_ONCE = 16;
const PASSWORD = 'a-long-enough-password';
const LIKE_SHARE = 0.1;
/** The ratio beyond which the machine is not the reason: one of the two is not hashed. */
const TOLD_APART = 2;

interface GuessingTally {
  blocks: Record<Kind, number>;
  learnt: number;
  throttled: number;
  restarts: number;
  /** Times of wrong passwords of known and of unknown users. */
  knownMs: number[];
  unknownMs: number[];
  faults: string[];
}

class Guessing implements Attempt {
  readonly #ground: Ground;
  readonly #tally: GuessingTally;
  readonly #hash: string;
  #server: ProductServer;
  #connection: RawConnection;
  #block = 0;
  /** What a refused guess looked like, by status; all must look alike. */
  readonly #faces = new Map<number, string>();

  constructor(ground: Ground, tally: GuessingTally, hash: string, server: ProductServer) {
    this.#ground = ground;
    this.#tally = tally;
    this.#hash = hash;
    this.#server = server;
    this.#connection = new RawConnection(server.port);
    ground.after(() => this.#connection.close());
  }

  async next(done: number, most: number): Promise<number> {
    const block = this.#block++;
    const kind = KINDS[block % KINDS.length]!;
    const { size: whole, allowed, make } = BLOCKS[kind];
    const size = Math.min(whole, most);
    const random = this.#ground.random(done);
    const guesses = make(random, size);
    await this.#addUsers(guesses);
    const home = addressOf(random);
    if (kind === 'account') await this.#tryRight('before the guesses', guesses[0]!, home, 200);
    const statuses = await this.#makeAll(guesses, block);
    this.#judge(guesses, statuses, kind);
    if (size >= 2 * allowed) await this.#tryAfter(kind, guesses[0]!, home, addressOf(random));
    this.#tally.blocks[kind]++;
    return size;
  }

  /** Checks that the right password is no better than a wrong one while the account has to wait, but for its user. */
  async #tryAfter(kind: Kind, guess: Guess, home: string, elsewhere: string): Promise<void> {
    if (kind === 'address') return;
    if (kind === 'account') {
      await this.#tryRight('from a new address', guess, elsewhere, 429);
      await this.#tryRight('from an address that signed in before', guess, home, 200);
      return;
    }
    await this.#tryRight('from the address of the guesses', guess, guess.address, 429);
    await this.#tryRight('from another address', guess, elsewhere, 200);
  }

  async finish(): Promise<void> {
    if ((await this.#server.stop()) !== 0)
      this.#tally.faults.push('the server did not end cleanly');
  }

  async #makeAll(guesses: readonly Guess[], block: number): Promise<number[]> {
    const statuses: number[] = [];
    for (const guess of guesses.slice(0, FIRST)) {
      const startedAt = performance.now();
      const status = await this.#guess(this.#connection, guess);
      if (status === 401) {
        const times = guess.isKnown ? this.#tally.knownMs : this.#tally.unknownMs;
        times.push(performance.now() - startedAt);
      }
      statuses.push(status);
    }
    await this.#restart(block);
    const clients = Array.from({ length: AT_ONCE }, async (_, client) => {
      const connection = new RawConnection(this.#server.port);
      for (let i = FIRST + client; i < guesses.length; i += AT_ONCE)
        statuses[i] = await this.#guess(connection, guesses[i]!);
      connection.close();
    });
    await Promise.all(clients);
    return statuses;
  }

  async #guess(connection: RawConnection, guess: Guess): Promise<number> {
    const answer = await askGuess(connection, guess);
    if (!answer) {
      this.#tally.faults.push('a guess was not answered');
      return 0;
    }
    if (answer.status === 401) this.#tally.learnt++;
    else if (answer.status === 429) this.#tally.throttled++;
    const face = faceOf(answer);
    const usual = this.#faces.get(answer.status) ?? face;
    this.#faces.set(answer.status, usual);
    if (face !== usual) this.#tally.faults.push(`two refusals differ: ${usual} and ${face}`);
    return answer.status;
  }

  /** Each account, or the address, was told "wrong" exactly as often as is allowed. */
  #judge(guesses: readonly Guess[], statuses: readonly number[], kind: Kind): void {
    const told = new Map<string, { wrong: number; all: number }>();
    for (const [i, { user, address }] of guesses.entries()) {
      const key = kind === 'address' ? address : user;
      const counts = told.get(key) ?? { wrong: 0, all: 0 };
      const status = statuses[i];
      if (status === 401) counts.wrong++;
      else if (status !== 429) this.#tally.faults.push(`a guess was answered with ${status}`);
      counts.all++;
      told.set(key, counts);
    }
    for (const { wrong, all } of told.values()) {
      const allowed = Math.min(all, BLOCKS[kind].allowed);
      if (wrong !== allowed)
        this.#tally.faults.push(`${wrong} of ${all} guesses were told wrong, not ${allowed}`);
    }
  }

  async #tryRight(when: string, { user }: Guess, address: string, status: number): Promise<void> {
    const guess = { user, isKnown: true, address, password: PASSWORD };
    const answer = await askGuess(this.#connection, guess);
    if (answer?.status !== status)
      this.#tally.faults.push(`the right password ${when} got ${answer?.status}, not ${status}`);
  }

  async #addUsers(guesses: readonly Guess[]): Promise<void> {
    const names = new Set(guesses.filter(({ isKnown }) => isKnown).map(({ user }) => user));
    const store = await openStore(storeUrlIn(this.#ground));
    for (const name of names) {
      await store.accounts.addUser({
        name,
        passwordHash: this.#hash,
        planName: 'all',
        isDisabled: false,
        createdAt: Date.now(),
      });
    }
    await store.close();
  }

  async #restart(block: number): Promise<void> {
    this.#connection.close();
    if (block % 2 === 0) await this.#server.kill();
    else await this.#server.stop();
    this.#server = await startServer(this.#ground);
    this.#connection = new RawConnection(this.#server.port);
    this.#tally.restarts++;
  }
}

const storeUrlIn = ({ folder }: Ground): string => `sqlite:${join(folder, 'store.db')}`;

/** Addresses are those that the guesses name. */
const startServer = (ground: Ground): Promise<ProductServer> =>
  ProductServer.start(ground, { env: { TRUST_PROXY: 'true', STORE: storeUrlIn(ground) } });

export const guessingRow: Row<GuessingTally> = {
  name: 'guessing',
  summary: 'password guesses over restarts, by account and by address',
  count: 10_000,
  unit: 'guesses',
  mustHold:
    'throttling holds per account, per address and for both; the user gets in from elsewhere or from a familiar address; unknown user and wrong password alike in body, status and time (medians within 10 %)',
  newTally: () => ({
    blocks: { account: 0, address: 0, pair: 0 },
    learnt: 0,
    throttled: 0,
    restarts: 0,
    knownMs: [],
    unknownMs: [],
    faults: [],
  }),
  async open(ground, tally) {
    const store = await openStore(storeUrlIn(ground));
    await ensurePlan(store.accounts, { name: 'all', patterns: ['*'] });
    await store.close();
    const hash = await hashPassword(PASSWORD);
    return new Guessing(ground, tally, hash, await startServer(ground));
  },
  judge(tally) {
    const { blocks, learnt, throttled, restarts } = tally;
    const [known, unknown] = [medianOf(tally.knownMs), medianOf(tally.unknownMs)];
    const ratio = Math.max(known, unknown) / Math.min(known, unknown);
    const share = `${((ratio - 1) * 100).toFixed(1)} %`;
    const faults = [...tally.faults];
    if (ratio > TOLD_APART) faults.push(`an unknown user can be told by time: ${share} apart`);
    return {
      faults,
      misses: ratio - 1 > LIKE_SHARE ? [`medians are ${share} apart`] : [],
      figures: `${blocks.account} times at one account and its unknown twin from ever new addresses, ${blocks.pair} times from one address each, ${blocks.address} times from one address at ever new accounts, ${restarts} restarts in the middle; ${learnt} told wrong (${MAX_FAILED_PER_USER} each from ever new addresses, else ${MAX_FAILED_SIGN_INS}, no more), ${throttled} throttled; medians ${known.toFixed(1)} ms for a wrong password, ${unknown.toFixed(1)} ms for an unknown user (${share} apart, ${tally.knownMs.length} and ${tally.unknownMs.length} answers)`,
    };
  },
};
