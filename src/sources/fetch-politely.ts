// One GET at a time from other services: only from allowed hosts, never faster than agreed, tried again
// later if that may help, and with a limit on bytes.

import { type Clock, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { readBaseOrigin } from '#sources/base-origin';
import { SourceFault, type SourceLimits } from '#sources/source';

/** Clock, sleep and chance, which tests replace so that they need not wait. */
export interface FetchWorld {
  readonly now: Clock;
  sleep(ms: number): Promise<void>;
  /** A number from 0 to 1, so that callers that failed together do not come back together. */
  random(): number;
}

export interface PoliteOptions {
  /** Replaces the allowed hosts; must be on this machine (127.0.0.1, [::1], localhost). */
  readonly baseUrl?: string | undefined;
  /** Replaces the allowed hosts too, by a server that the operator's settings name: it may be anywhere. */
  readonly serviceUrl?: string | undefined;
  /** Texts that no message may hold. */
  readonly secrets?: readonly string[];
  /** Ends waiting and fetching. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait, for progress. The reason holds no secret. */
  onWait?(label: string, reason: string, waitMs: number): void;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

export const MOST_TRIES = 5;
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = MINUTE_MS;
/** The first wait after "too many requests" without a Retry-After; it doubles with each try. */
const FIRST_BAN_WAIT_MS = MINUTE_MS;
/** A server that asks for a longer wait is given up for now. */
const LONGEST_RETRY_AFTER_MS = 15 * MINUTE_MS;
const PASSING_STATUSES = [408, 429, 500, 502, 503, 504];
const EXCERPT_CHARACTERS = 200;

/** A failed try; `isPassing` says whether another may succeed. */
class FailedTry extends Error {
  readonly isPassing: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, isPassing: boolean, status?: number, retryAfterMs?: number) {
    super(reason);
    this.isPassing = isPassing;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Fetches one request after the other at a source's pace. Each source needs one fetcher. */
export class PoliteFetcher {
  readonly #limits: SourceLimits;
  readonly #world: FetchWorld;
  readonly #options: PoliteOptions;
  readonly #baseOrigin: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #nextStartAt = Number.NEGATIVE_INFINITY;

  constructor(limits: SourceLimits, world: FetchWorld, options: PoliteOptions = {}) {
    this.#limits = limits;
    this.#world = world;
    this.#options = options;
    this.#baseOrigin = readBaseOrigin(options);
  }

  /** Resolves to an answer with status 200 or one that the source can read; else throws a SourceFault. */
  fetch(url: URL, label: string): Promise<Answer> {
    const answer = this.#last.then(() => this.#fetchWithRetries(url, label));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #fetchWithRetries(url: URL, label: string): Promise<Answer> {
    this.#checkHost(url);
    for (let tries = 1; ; tries++) {
      await this.#keepPace();
      try {
        return await this.#tryOnce(url);
      } catch (error) {
        this.#options.signal?.throwIfAborted();
        const failed = asFailedTry(error, this.#limits.timeoutMs);
        const reason = this.#hideSecrets(failed.message);
        const waitMs = this.#waitAfter(failed, tries);
        if (!failed.isPassing) throw new SourceFault(`${label}: ${reason}`);
        if (waitMs > LONGEST_RETRY_AFTER_MS) {
          const minutes = Math.ceil(waitMs / MINUTE_MS);
          throw new SourceFault(`${label}: ${reason}; it asks to wait ${minutes} minutes`);
        }
        if (tries >= MOST_TRIES) throw new SourceFault(`${label}: ${reason}, ${tries} times`);
        this.#options.onWait?.(label, reason, waitMs);
        await this.#sleep(waitMs);
      }
    }
  }

  #checkHost({ protocol, origin, hostname, host, username, password }: URL): void {
    const isPlain = username === '' && password === '';
    if (isPlain && this.#baseOrigin !== undefined && origin === this.#baseOrigin) return;
    const hosts = [...this.#limits.hosts, ...(this.#limits.keyHosts ?? [])];
    const isAllowed = this.#baseOrigin === undefined && hosts.includes(hostname);
    if (isPlain && isAllowed && protocol === 'https:' && host === hostname) return;
    const allowed = this.#baseOrigin ?? hosts.map((name) => `https://${name}`);
    throw new SourceFault(`${protocol}//${host} is not asked; allowed is ${allowed}`);
  }

  async #keepPace(): Promise<void> {
    const now = this.#world.now();
    const gapMs = MINUTE_MS / this.#limits.requestsPerMinute;
    // A clock that was set back must not make the next request wait for long.
    const waitMs = Math.min(this.#nextStartAt - now, gapMs);
    if (waitMs > 0) await this.#sleep(waitMs);
    this.#nextStartAt = Math.max(now, now + waitMs) + gapMs;
  }

  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    if (!signal) return this.#world.sleep(ms);
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([this.#world.sleep(ms), aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #tryOnce(url: URL): Promise<Answer> {
    const { timeoutMs, maxBytes, readableStatuses } = this.#limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const { signal } = this.#options;
    const response = await fetch(url, {
      // A redirect could take the key to another host.
      redirect: 'manual',
      headers: { 'user-agent': 'gridtide' },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const { status } = response;
    if (PASSING_STATUSES.includes(status)) {
      await response.body?.cancel();
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), this.#world.now());
      throw new FailedTry(`the server answered ${status}`, true, status, retryAfterMs);
    }
    const bytes = await readBody(response, maxBytes);
    if (status === 200 || readableStatuses.includes(status)) return { status, bytes };
    // Hidden before the text is cut, which could leave half a key in it.
    const excerpt = excerptOf(this.#hideSecrets(new TextDecoder().decode(bytes)));
    throw new FailedTry(
      `the server answered ${status}${excerpt === '' ? '' : `: ${excerpt}`}`,
      false,
    );
  }

  #waitAfter({ status, retryAfterMs }: FailedTry, tries: number): number {
    const doubled = 2 ** (tries - 1);
    const jitter = 0.5 + this.#world.random() / 2;
    const ownMs = Math.min(FIRST_WAIT_MS * doubled, LONGEST_WAIT_MS) * jitter;
    if (retryAfterMs !== undefined) return Math.max(retryAfterMs, ownMs);
    return status === 429 ? FIRST_BAN_WAIT_MS * doubled : ownMs;
  }

  #hideSecrets(text: string): string {
    return hideSecrets(text, this.#options.secrets ?? []);
  }
}

const REACH_MS = 10_000;

/** Why a host does not answer by https; undefined if it does, whatever it says. */
export async function reachHost(host: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(REACH_MS);
    await fetch(`https://${host}/`, { method: 'HEAD', redirect: 'manual', signal });
    return undefined;
  } catch (error) {
    return asFailedTry(error, REACH_MS).message;
  }
}

/** The text without secrets, written plainly or as in an address. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret === '') continue;
    hidden = hidden.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
  }
  return hidden;
}

/** Milliseconds of a Retry-After in seconds or as a date; undefined if it is neither. */
function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new FailedTry(`the answer is larger than ${maxBytes} bytes`, false);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge;
  }
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of response.body ?? []) {
    count += piece.length;
    // Leaving the loop cancels the rest.
    if (count > maxBytes) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The error as a failed try, in words that hold no address. */
function asFailedTry(error: unknown, timeoutMs: number): FailedTry {
  if (error instanceof FailedTry) return error;
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') {
    return new FailedTry(`no answer within ${timeoutMs / SECOND_MS} seconds`, true);
  }
  const code = cause?.code;
  return new FailedTry(`the connection failed${code === undefined ? '' : ` (${code})`}`, true);
}

/** The beginning of a text, without tags. */
function excerptOf(text: string): string {
  const plain = text
    .slice(0, 10 * EXCERPT_CHARACTERS)
    .replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return plain.slice(0, EXCERPT_CHARACTERS);
}
