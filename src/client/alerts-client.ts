// The typed client of alerts: a user's own, or those that operators see.

import type {
  AlertBody,
  AlertDetail,
  AlertList,
  HistoryAnswer,
  HistoryQuery,
  TryAnswer,
  TryQuery,
} from '#contract/alerts';
import type { Asked, ReadOptions, Transport } from './transport.ts';

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

  list(options: ReadOptions = {}): Promise<AlertList> {
    return this.#transport.json('GET', this.#path, options);
  }

  read(id: string, options: ReadOptions = {}): Promise<AlertDetail> {
    return this.#transport.json('GET', this.#pathOf(id), options);
  }

  /** When an alert fired and was resolved, newest first; `before` is the id of the last one of a page. */
  history(
    id: string,
    options: ReadOptions = {},
    query: Asked<HistoryQuery> = {},
  ): Promise<HistoryAnswer> {
    return this.#transport.json('GET', `${this.#pathOf(id)}/history`, { query, ...options });
  }

  /** How often an alert would have fired. */
  try(query: TryQuery, options: ReadOptions = {}): Promise<TryAnswer> {
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
