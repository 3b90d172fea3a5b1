// The typed client of the public lists: what series exist, and what codes mean. They need no sign-in.

import type { CodeEntry, MetadataQuery, MetadataRecord } from '#contract/forecast';
import type { Asked, ReadOptions, Transport } from './transport.ts';

const PATH = '/api/v1/metadata';

export class ListsClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  #list(name: string, options: ReadOptions): Promise<CodeEntry[]> {
    return this.#transport.json('GET', `${PATH}/${name}`, options);
  }

  /** All series without a sign-in, the plan's with one. */
  series(query: Asked<MetadataQuery> = {}, options: ReadOptions = {}): Promise<MetadataRecord[]> {
    return this.#transport.json('GET', `${PATH}/series`, { query, ...options });
  }

  areas(options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#list('areas', options);
  }

  units(options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#list('units', options);
  }

  resolutions(options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#list('resolutions', options);
  }

  datasets(options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#list('datasets', options);
  }

  datasetGroups(options: ReadOptions = {}): Promise<CodeEntry[]> {
    return this.#list('dataset-groups', options);
  }
}
