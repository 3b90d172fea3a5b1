// The typed client of forecast targets, for the page of operators.

import type { TargetBody, TargetQuery, TargetShape } from '#contract/forecast-status';
import type { Asked, ReadOptions, Transport } from './transport.ts';

const PATH = '/api/operator/forecast-targets';
const pathOf = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;

export class ForecastTargetsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All targets by name, or one of them with its drivers. */
  list(query: Asked<TargetQuery> = {}, options: ReadOptions = {}): Promise<TargetShape[]> {
    return this.#transport.json('GET', PATH, { query, ...options });
  }

  async define(name: string, body: TargetBody): Promise<void> {
    await this.#transport.json('PUT', pathOf(name), { body });
  }

  async remove(name: string): Promise<void> {
    await this.#transport.json('DELETE', pathOf(name));
  }
}
