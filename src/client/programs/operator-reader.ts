// The operator's client of programs: what the pages of operators do not need, and lists as sequences.

import type { UserEntry } from '#contract/operator-accounts';
import type { AuditShape, EntriesQuery, EntryShape } from '#contract/operator-journal';
import type { HeldEntry, HeldQuery } from '#contract/operator-review';
import type { ExpectationShape } from '#contract/operator-state';
import { ForecastTargetsClient } from '../forecast-targets-client.ts';
import { OperatorClient } from '../operator-client.ts';
import type { Asked, ReadOptions, Transport } from '../transport.ts';
import { eachLinked } from './pages.ts';

const PATH = '/api/operator';
const PAGE = 1_000;

export class OperatorReader extends OperatorClient {
  readonly #transport: Transport;
  /** The series that are forecast besides areas and categories. */
  readonly forecastTargets: ForecastTargetsClient;

  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
    this.forecastTargets = new ForecastTargetsClient(transport);
  }

  #get<T>(path: string, options: ReadOptions, query = {}): Promise<T> {
    return this.#transport.json('GET', `${PATH}/${path}`, { query, ...options });
  }

  /** Values that rules hold for review, by series and time. */
  heldValues(query: Asked<HeldQuery> = {}, options: ReadOptions = {}): Promise<HeldEntry[]> {
    return this.#get('held', options, query);
  }

  user(name: string, options: ReadOptions = {}): Promise<UserEntry> {
    return this.#get(`users/${encodeURIComponent(name)}`, options);
  }

  /** What is expected of series, the most specific rules first. */
  expectations(options: ReadOptions = {}): Promise<ExpectationShape[]> {
    return this.#get('expectations', options);
  }

  /** One entry of the journal of writes. */
  entry(id: number, options: ReadOptions = {}): Promise<EntryShape> {
    return this.#get(`imports/${id}`, options);
  }

  /** The journal of writes to the end, newest first. */
  eachEntry(
    query: Asked<Omit<EntriesQuery, 'before'>> = {},
    options: ReadOptions = {},
  ): AsyncGenerator<EntryShape> {
    return eachLinked(this.#transport, `${PATH}/imports`, { limit: PAGE, ...query }, options);
  }

  /** The audit to the end, newest first. */
  eachAudited(options: ReadOptions = {}): AsyncGenerator<AuditShape> {
    return eachLinked(this.#transport, `${PATH}/audit`, { limit: PAGE }, options);
  }
}
