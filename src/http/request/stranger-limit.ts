// The limit of requests without a token, for each address. An address may send half of a minute's requests at
// once; after that they come back evenly over the minute. A long body counts as several requests.

import type { IncomingMessage } from 'node:http';
import { addressGroupOf } from '#accounts/address-group';
import { MINUTE_MS, SECOND_MS } from '#core/time/instant';

export const STRANGER_REQUESTS_PER_MINUTE = 600;

/** The share of a minute's requests that may come at once. */
const BURST_SHARE = 1 / 2;
/** Bytes of a body that count as a further request: reading them takes as long. */
const BYTES_OF_ONE = 4 * 1024;
const MOST_ADDRESSES = 100_000;
/** How long an address counts as one that callers with a token use. */
const KNOWN_MS = 10 * MINUTE_MS;

interface Allowance {
  left: number;
  sinceMs: number;
}

export class StrangerLimit {
  readonly #most: number;
  readonly #perMs: number;
  readonly #elapsed: () => number;
  /** In the order in which they were last used. */
  readonly #allowances = new Map<string, Allowance>();
  /** The addresses that have nothing left. Nearly always none, so most requests are looked at no further. */
  readonly #over = new Set<string>();
  readonly #charged = new WeakMap<IncomingMessage, number>();
  /** When a caller with a token was last answered, by address. */
  readonly #known = new Map<string, number>();

  /** `elapsed` is a clock in milliseconds that is never set back. */
  constructor(
    perMinute = STRANGER_REQUESTS_PER_MINUTE,
    elapsed: () => number = () => performance.now(),
  ) {
    this.#most = Math.max(1, perMinute * BURST_SHARE);
    this.#perMs = perMinute / MINUTE_MS;
    this.#elapsed = elapsed;
  }

  /** Counts a request that may be a stranger's, before it is read. */
  charge(request: IncomingMessage, address: string): void {
    const cost = costOf(request);
    this.#charged.set(request, cost);
    this.count(address, cost);
  }

  /** Counts as many requests of strangers. */
  count(address: string, cost = 1): void {
    const group = addressGroupOf(address);
    const allowance = this.#refill(group) ?? { left: this.#most, sinceMs: this.#elapsed() };
    // A body may cost more than is left: the address then waits for the rest too.
    const least = cost > 1 ? -this.#most : Math.min(0, allowance.left);
    allowance.left = Math.max(least, allowance.left - cost);
    this.#keep(this.#allowances, group, allowance);
    if (allowance.left < 1) this.#over.add(group);
  }

  /** Notes that a request came from a caller with a good token: it no longer counts as a stranger's. */
  noticeCaller(request: IncomingMessage, address: string): void {
    this.#keep(this.#known, address, this.#elapsed());
    const cost = this.#charged.get(request);
    const allowance = cost === undefined ? undefined : this.#refill(addressGroupOf(address));
    if (allowance) allowance.left = Math.min(this.#most, allowance.left + cost!);
  }

  /** Whether a caller with a token was answered at an address lately. */
  hasCallers(address: string): boolean {
    return this.#elapsed() - (this.#known.get(address) ?? Number.NEGATIVE_INFINITY) < KNOWN_MS;
  }

  /** Seconds that an address has to wait until its next request without a token; 0 if it need not. */
  waitSeconds(address: string): number {
    if (this.#over.size === 0) return 0;
    const group = addressGroupOf(address);
    if (!this.#over.has(group)) return 0;
    const { left } = this.#refill(group) ?? { left: this.#most };
    if (left < 1) return Math.ceil((1 - left) / this.#perMs / SECOND_MS);
    this.#over.delete(group);
    return 0;
  }

  #refill(group: string): Allowance | undefined {
    const allowance = this.#allowances.get(group);
    if (!allowance) return undefined;
    const now = this.#elapsed();
    allowance.left = Math.min(this.#most, allowance.left + (now - allowance.sinceMs) * this.#perMs);
    allowance.sinceMs = now;
    return allowance;
  }

  #keep<T>(map: Map<string, T>, key: string, value: T): void {
    map.delete(key);
    map.set(key, value);
    if (map.size <= MOST_ADDRESSES) return;
    const [oldest] = map.keys();
    map.delete(oldest!);
    this.#over.delete(oldest!);
  }
}

/** A body of unknown length may be as long as most paths allow. */
function costOf({ headers }: IncomingMessage): number {
  const bytes = 'transfer-encoding' in headers ? 64 * 1024 : Number(headers['content-length'] ?? 0);
  return 1 + Math.floor((bytes || 0) / BYTES_OF_ONE);
}
