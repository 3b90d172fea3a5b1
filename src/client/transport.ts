// Sending one request and reading its answer: JSON in, JSON out, refusals as ApiError.

import type { Problem } from '#contract/problem';
import { ApiError, ConnectionError } from './api-error.ts';

export interface TransportSettings {
  /** Base address without a slash at the end; '' is the page's own origin. */
  readonly url: string;
  /** Returns the token or key to send; it is called for each request. A page of the server needs none. */
  readonly token?: () => string | undefined;
  /** Is told after each request whether the server was reached. */
  readonly onReached?: (isReached: boolean) => void;
  /** Sends instead of the global fetch. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** A body that is sent as it is, with its content type, instead of JSON. */
  readonly file?: { readonly type: string; readonly content: Blob };
  readonly signal?: AbortSignal;
  /** The longest that one try may take, if the transport of programs sends it. */
  readonly timeoutMs?: number;
  /** Headers besides. JSON is accepted unless `accept` says otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What any question takes besides its query. */
export type ReadOptions = Pick<RequestOptions, 'signal' | 'timeoutMs'>;

/** A query as the contract has it, with numbers and booleans as such or as text. */
export type Asked<Query> = {
  readonly [Name in keyof Query]: Query[Name] | number | boolean;
};

export class Transport {
  readonly #settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  async json<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.send(method, path, options);
    return (await response.json()) as T;
  }

  /** Resolves to the raw answer of a success; throws ApiError or ConnectionError otherwise. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { token, onReached, fetch = globalThis.fetch } = this.#settings;
    const { body, file, signal } = options;
    const secret = token?.();
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
    if (secret !== undefined) headers.authorization = `Bearer ${secret}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (file) headers['content-type'] = file.type;
    const request: RequestInit = { method, headers };
    if (file) request.body = file.content;
    if (body !== undefined) request.body = JSON.stringify(body);
    if (signal) request.signal = signal;
    let response: Response;
    try {
      response = await fetch(this.addressOf(path, options.query), request);
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      onReached?.(false);
      throw new ConnectionError('the server cannot be reached', { cause: error });
    }
    onReached?.(true);
    if (response.ok) return response;
    throw new ApiError(await readProblem(response), response.headers.get('retry-after'));
  }

  /** The whole address of a request, as one would type it. */
  addressOf(path: string, query: RequestOptions['query'] = {}): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== '') parameters.set(name, String(value));
    }
    const text = parameters.toString();
    return `${this.#settings.url}${path}${text === '' ? '' : `?${text}`}`;
  }
}

async function readProblem(response: Response): Promise<Partial<Problem> & { status: number }> {
  try {
    return { ...((await response.json()) as Problem), status: response.status };
  } catch {
    return { status: response.status };
  }
}
