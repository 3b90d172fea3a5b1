// The limits of an address without a token: of requests, and of new connections. An address may send a sixth
// of a minute's requests at once; after that they come back evenly over the minute. A long body counts as several.

import type { IncomingMessage } from 'node:http';
import { addressGroupOf } from '#accounts/address-group';
import { MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { Allowances } from '#http/request/allowances';

export const STRANGER_REQUESTS_PER_MINUTE = 600;

/** The share of a minute's requests that may come at once. */
const BURST_SHARE = 1 / 6;
/** The share of a minute's requests that a long body may use up beforehand. */
const DEBT_SHARE = 1 / 2;
/** The fewest connections that may come at once: an office may load a page behind one address. */
const LEAST_CONNECTIONS = 600;
/** New connections for each request that is allowed: some clients open several, or one for each request. */
const CONNECTIONS_OF_ONE = 5;
/** Bytes of a body that count as a further request: reading them takes as long. */
const BYTES_OF_ONE = 4 * 1024;
/** The share of a request that a file of the web page counts as: a first visit loads a dozen. */
const FILE_SHARE = 1 / 10;
const FILES = '/assets/';
const MOST_KNOWN = 100_000;
/** How long an address counts as one that callers with a token use. */
const KNOWN_MS = 10 * MINUTE_MS;

export class StrangerLimit {
  readonly #mostDebt: number;
  readonly #perMs: number;
  readonly #elapsed: () => number;
  readonly #requests: Allowances;
  readonly #connections: Allowances;
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
    this.#mostDebt = perMinute * DEBT_SHARE;
    this.#perMs = perMinute / MINUTE_MS;
    this.#elapsed = elapsed;
    this.#requests = new Allowances(Math.max(1, perMinute * BURST_SHARE), this.#perMs, elapsed);
    this.#connections = new Allowances(
      Math.max(LEAST_CONNECTIONS, perMinute),
      this.#perMs * CONNECTIONS_OF_ONE,
      elapsed,
    );
  }

  /** Counts a new connection; false if the address has opened too many. */
  admitsConnection(address: string): boolean {
    if (this.hasCallers(address)) return true;
    const group = addressGroupOf(address);
    if (this.#connections.left(group) < 1) return false;
    this.#connections.use(group, 1, 0);
    return true;
  }

  /** Counts a request that may be a stranger's, before it is read. */
  charge(request: IncomingMessage, address: string): void {
    const cost = costOf(request);
    this.#charged.set(request, cost);
    this.count(address, cost);
  }

  /** Counts as many requests of strangers. If a body costs more than is left, the address waits for the rest too. */
  count(address: string, cost = 1): void {
    const group = addressGroupOf(address);
    const left = this.#requests.use(group, cost, cost > 1 ? -this.#mostDebt : 0);
    if (left < 1) this.#over.add(group);
  }

  /** Notes that a request came from a caller with a good token: it no longer counts as a stranger's. */
  noticeCaller(request: IncomingMessage, address: string): void {
    this.#known.delete(address);
    this.#known.set(address, this.#elapsed());
    if (this.#known.size > MOST_KNOWN) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest!);
    }
    const cost = this.#charged.get(request);
    if (cost !== undefined) this.#requests.giveBack(addressGroupOf(address), cost);
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
    const left = this.#requests.left(group);
    if (left < 1) return Math.ceil((1 - left) / this.#perMs / SECOND_MS);
    this.#over.delete(group);
    return 0;
  }
}

/** How many requests a request counts as. A body of unknown length may be as long as most paths allow. */
export function costOf({ headers, url = '' }: IncomingMessage): number {
  if (url.startsWith(FILES)) return FILE_SHARE;
  const bytes = 'transfer-encoding' in headers ? 64 * 1024 : Number(headers['content-length'] ?? 0);
  return 1 + Math.floor((bytes || 0) / BYTES_OF_ONE);
}
