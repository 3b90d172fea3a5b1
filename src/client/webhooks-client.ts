// The typed client of webhooks: a user's own, or those that operators see. It reads them only.

import type { DeliveryList, WebhookList, WebhookShape } from '#contract/webhooks';
import type { ReadOptions, Transport } from './transport.ts';

export class WebhooksClient {
  readonly #transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, isOperator = false) {
    this.#transport = transport;
    this.#path = `${isOperator ? '/api/operator' : '/api/v1'}/webhooks`;
  }

  async list(options: ReadOptions = {}): Promise<WebhookShape[]> {
    return (await this.#transport.json<WebhookList>('GET', this.#path, options)).webhooks;
  }

  read(id: string, options: ReadOptions = {}): Promise<WebhookShape> {
    return this.#transport.json('GET', `${this.#path}/${encodeURIComponent(id)}`, options);
  }

  /** The last tries, the newest first. */
  deliveries(id: string, options: ReadOptions = {}): Promise<DeliveryList> {
    const path = `${this.#path}/${encodeURIComponent(id)}/deliveries`;
    return this.#transport.json('GET', path, options);
  }
}
