// The services behind entries: their keys from the environment, and one pace for each service.

import type { Instant } from '#core/time/instant';
import type { CollectConfig, CollectEntry } from '#service/collecting/collect-config';
import {
  type AskRequest,
  type CollectorParts,
  CollectPass,
  type PassEnd,
} from '#service/collecting/collect-pass';
import { askSource, readSecret, readServiceUrl } from '#sources/ask-source';
import { PoliteFetcher } from '#sources/fetch-politely';
import { addHourlyMeans } from '#sources/hourly-means';

export class Collector {
  readonly #parts: CollectorParts;
  /** Each entry as it is asked, and how. */
  readonly #served = new Map<CollectEntry, { readonly entry: CollectEntry; ask: AskRequest }>();

  /** Throws a SourceFault if a service's key is not in the environment, or its address is none. */
  constructor({ entries }: CollectConfig, parts: CollectorParts) {
    this.#parts = parts;
    const fetchers = new Map<string, PoliteFetcher>();
    for (const entry of entries) {
      const { source } = entry;
      const secret = readSecret(source, parts.env);
      const serviceUrl = readServiceUrl(source, parts.env);
      const baseUrl = entry.baseUrl ?? serviceUrl;
      // Entries of one service share its pace.
      const service = `${source.name} ${baseUrl ?? ''}`;
      const fetcher = fetchers.get(service) ?? makeFetcher(entry, secret, serviceUrl, parts);
      fetchers.set(service, fetcher);
      const ask: AskRequest = async (request) => {
        const batch = await askSource(request, { source, fetcher, secret, zone: parts.zone });
        return entry.isHourly ? addHourlyMeans(batch) : batch;
      };
      this.#served.set(entry, { entry: { ...entry, baseUrl }, ask });
    }
  }

  /** Runs a pass. Feeds that are done for the same due time are left out: only failed ones are retried. */
  collect(entry: CollectEntry, dueAt: Instant): Promise<PassEnd> {
    const served = this.#served.get(entry)!;
    return new CollectPass(served.entry, dueAt, this.#parts, served.ask).run();
  }
}

const makeFetcher = (
  { source, baseUrl }: CollectEntry,
  secret: string | undefined,
  serviceUrl: string | undefined,
  { world, signal, onWait }: CollectorParts,
): PoliteFetcher =>
  new PoliteFetcher(source.limits, world, {
    baseUrl,
    serviceUrl,
    secrets: secret === undefined ? [] : [secret],
    signal,
    ...(onWait ? { onWait } : {}),
  });
