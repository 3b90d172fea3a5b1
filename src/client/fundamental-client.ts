// The typed client of the fundamental interface: market time, spelt as its document spells it.

import type {
  MetaAllBody,
  MetaAllEntry,
  MetaAnswer,
  MetaBody,
  SeriesAnswer,
  SeriesBody,
  SeriesMultiBody,
} from '#contract/fundamental';
import type { ReadOptions, Transport } from './transport.ts';

const PATH = '/api/fundamental';

export class FundamentalClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One series over a span. Its keys are market time; the repeated hour in autumn is one key. */
  series(body: SeriesBody, options: ReadOptions = {}): Promise<SeriesAnswer> {
    return this.#transport.json('POST', `${PATH}/series`, { body, ...options });
  }

  /** Up to 100 series over one span, in the order of their identifiers. */
  seriesMulti(body: SeriesMultiBody, options: ReadOptions = {}): Promise<SeriesAnswer[]> {
    return this.#transport.json('POST', `${PATH}/series/multi`, { body, ...options });
  }

  meta(body: MetaBody, options: ReadOptions = {}): Promise<MetaAnswer> {
    return this.#transport.json('POST', `${PATH}/meta`, { body, ...options });
  }

  /** Every series whose identifier begins with a prefix; the plan's and others. */
  metaAll(body: MetaAllBody, options: ReadOptions = {}): Promise<MetaAllEntry[]> {
    return this.#transport.json('POST', `${PATH}/meta/all`, { body, ...options });
  }
}
