// The typed client of alerts: a user's own, or those that operators see.

import type { Transport } from '#client/transport';
import type {
  AlertBody,
  AlertDetail,
  AlertList,
  HistoryAnswer,
  TryAnswer,
  TryQuery,
} from '#contract/alerts';

interface Signal {
  readonly signal?: AbortSignal;
}

export class AlertsClient {
  readonly #transport: Transport;
  readonly #base: string;

  /** `isOperator`: the alerts of the operators and of all users. */
  constructor(transport: Transport, isOperator = false) {
    this.#transport = transport;
    this.#base = isOperator ? '/api/operator' : '/api/v1';
  }

  get #path(): string {
    return `${this.#base}/alerts`;
  }

  list(options: Signal = {}): Promise<AlertList> {
    return this.#transport.json('GET', this.#path, options);
  }

  read(id: string, options: Signal = {}): Promise<AlertDetail> {
    return this.#transport.json('GET', this.#pathOf(id), options);
  }

  history(id: string, options: Signal = {}): Promise<HistoryAnswer> {
    return this.#transport.json('GET', `${this.#pathOf(id)}/history`, options);
  }

  /** How often an alert would have fired. */
  try(query: TryQuery, options: Signal = {}): Promise<TryAnswer> {
    return this.#transport.json('GET', `${this.#base}/alert-trial`, { ...options, query });
  }

  add(body: AlertBody): Promise<AlertDetail> {
    return this.#transport.json('POST', this.#path, { body });
  }

  remove(id: string): Promise<void> {
    return this.#write('DELETE', this.#pathOf(id));
  }

  silence(id: string, until: string): Promise<void> {
    return this.#write('PUT', `${this.#pathOf(id)}/silence`, { until });
  }

  endSilence(id: string): Promise<void> {
    return this.#write('DELETE', `${this.#pathOf(id)}/silence`);
  }

  /** Sends a change and reads its answer to the end, so that the connection is free again. */
  async #write(method: string, path: string, body?: object): Promise<void> {
    await (await this.#transport.send(method, path, body ? { body } : {})).text();
  }

  readonly #pathOf = (id: string): string => `${this.#path}/${encodeURIComponent(id)}`;
}
