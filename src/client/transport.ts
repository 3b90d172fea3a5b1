// Sending one request and reading its answer: JSON in, JSON out, refusals as ApiError.

import { ApiError, ConnectionError } from '#client/api-error';
import type { Problem } from '#contract/problem';

export interface TransportSettings {
  /** Base address without a slash at the end; '' is the page's own origin. */
  readonly url: string;
  /** Returns the token or key to send; it is called for each request. A page of the server needs none. */
  readonly token?: () => string | undefined;
  /** Is told after each request whether the server was reached. */
  readonly onReached?: (isReached: boolean) => void;
}

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** A body that is sent as it is, with its content type, instead of JSON. */
  readonly file?: { readonly type: string; readonly content: Blob };
  readonly signal?: AbortSignal;
  readonly accept?: string;
}

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
    const token = this.#settings.token?.();
    const headers: Record<string, string> = { accept: options.accept ?? 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    if (options.file) headers['content-type'] = options.file.type;
    const request: RequestInit = { method, headers };
    if (options.file) request.body = options.file.content;
    if (options.body !== undefined) request.body = JSON.stringify(options.body);
    if (options.signal) request.signal = options.signal;
    let response: Response;
    try {
      response = await fetch(this.addressOf(path, options.query), request);
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      this.#settings.onReached?.(false);
      throw new ConnectionError('the server cannot be reached', { cause: error });
    }
    this.#settings.onReached?.(true);
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
