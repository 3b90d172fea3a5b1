// Sending for programs: time limits, tries after refusals that pass, a sign-in that is renewed, kept answers.

import { ApiError, ConnectionError } from '../api-error.ts';
import { type RequestOptions, Transport, type TransportSettings } from '../transport.ts';
import type { KeptAnswers, ReadAnswer } from './kept-answers.ts';
import type { OwnSignIn } from './own-sign-in.ts';
import { pause } from './pause.ts';

/** The server did not answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

export interface PatientSettings extends TransportSettings {
  /** The longest that one try may take, until the last byte of the answer. */
  readonly timeoutMs: number;
  /** How often a request is sent again. */
  readonly retries: number;
  /** The longest wait before a try. A refusal that asks for a longer one is thrown. */
  readonly longestPauseMs: number;
  /** Signs in when a token is needed. */
  readonly signIn?: OwnSignIn | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers by ETag, if they are kept. */
  readonly kept?: KeptAnswers | undefined;
}

const FIRST_PAUSE_MS = 500;
/** Requests that change nothing, besides GET. */
const READS = /^\/api\/fundamental\//;

const isOneOf = (error: unknown, ...statuses: readonly number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

export class PatientTransport extends Transport {
  readonly #settings: PatientSettings;
  readonly #decoder = new TextDecoder();

  constructor(settings: PatientSettings) {
    super(settings);
    this.#settings = settings;
  }

  override async json<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const { bytes } = await this.read(method, path, options);
    try {
      return JSON.parse(this.#decoder.decode(bytes)) as T;
    } catch (error) {
      throw new ConnectionError('the answer is not JSON: is this a Gridtide server?', {
        cause: error,
      });
    }
  }

  override async send(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Response> {
    const { status, headers, bytes } = await this.read(method, path, options);
    return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  }

  /** Whether an answer may be handed out again: then its bytes are not the caller's own. */
  get keepsAnswers(): boolean {
    return this.#settings.kept !== undefined;
  }

  /** Reads the whole answer of a success, after as many tries as are allowed. */
  async read(method: string, path: string, options: RequestOptions = {}): Promise<ReadAnswer> {
    const { retries, signIn } = this.#settings;
    let isRenewed = false;
    for (let tries = 0; ; tries++) {
      const token = await signIn?.token();
      try {
        return await this.#readOnce(method, path, options);
      } catch (error) {
        if (signIn && !isRenewed && isOneOf(error, 401)) {
          signIn.forget(token!);
          isRenewed = true;
          continue;
        }
        const mayRepeat = method === 'GET' || READS.test(path);
        const pauseMs = tries < retries ? this.#pauseAfter(error, tries, mayRepeat) : undefined;
        if (pauseMs === undefined) throw error;
        await pause(pauseMs, options.signal);
      }
    }
  }

  /** How long to wait after an error; undefined if another try does not mend it, or would do a write twice. */
  #pauseAfter(error: unknown, tries: number, mayRepeat: boolean): number | undefined {
    // A refusal by rate comes before anything is done.
    const isPassing =
      isOneOf(error, 429) ||
      (mayRepeat && (isOneOf(error, 502, 503, 504) || error instanceof ConnectionError));
    if (!isPassing) return undefined;
    const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const pauseMs =
      asked === undefined ? FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2) : asked * 1_000;
    return pauseMs <= this.#settings.longestPauseMs ? pauseMs : undefined;
  }

  async #readOnce(method: string, path: string, options: RequestOptions): Promise<ReadAnswer> {
    const { kept } = this.#settings;
    const { signal, timeoutMs = this.#settings.timeoutMs } = options;
    signal?.throwIfAborted();
    const limit = new AbortController();
    const end = (): void => limit.abort();
    signal?.addEventListener('abort', end);
    const timer = setTimeout(end, timeoutMs);
    const address = method === 'GET' ? this.addressOf(path, options.query) : undefined;
    const known = address === undefined ? undefined : kept?.find(address, options.headers);
    const headers = {
      ...this.#settings.headers,
      ...options.headers,
      ...(known && { 'if-none-match': known.etag }),
    };
    try {
      const asked = { ...options, headers, signal: limit.signal };
      const answer = await this.#whole(method, path, asked);
      if (address !== undefined) kept?.keep(address, options.headers, answer);
      return answer;
    } catch (error) {
      if (known && isOneOf(error, 304)) return known;
      if (signal?.aborted) throw signal.reason;
      if (limit.signal.aborted) {
        throw new TimeoutError(`no answer within ${timeoutMs} ms`, { cause: error });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  async #whole(method: string, path: string, options: RequestOptions): Promise<ReadAnswer> {
    const response = await super.send(method, path, options);
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      throw new ConnectionError('the answer broke off', { cause: error });
    }
  }
}
