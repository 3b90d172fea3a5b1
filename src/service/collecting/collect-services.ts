// The services behind entries: their keys from the environment, and one pace for each service.

import type { Instant } from '#core/time/instant';
import type { CollectConfig, CollectEntry } from '#service/collecting/collect-config';
import {
  type AskRequest,
  type CollectorParts,
  CollectPass,
  type PassEnd,
} from '#service/collecting/collect-pass';
import { askSource, readSecret } from '#sources/ask-source';
import { PoliteFetcher } from '#sources/fetch-politely';
import { addHourlyMeans } from '#sources/hourly-means';

export class Collector {
  readonly #parts: CollectorParts;
  readonly #asks = new Map<CollectEntry, AskRequest>();

  /** Throws a SourceFault if a service's key is not in the environment. */
  constructor({ entries }: CollectConfig, parts: CollectorParts) {
    this.#parts = parts;
    const fetchers = new Map<string, PoliteFetcher>();
    for (const entry of entries) {
      const { source, baseUrl } = entry;
      const secret = readSecret(source, parts.env);
      // Entries of one service share its pace.
      const service = `${source.name} ${baseUrl ?? ''}`;
      const fetcher = fetchers.get(service) ?? makeFetcher(entry, secret, parts);
      fetchers.set(service, fetcher);
      this.#asks.set(entry, async (request) => {
        const batch = await askSource(request, { source, fetcher, secret, zone: parts.zone });
        return entry.isHourly ? addHourlyMeans(batch) : batch;
      });
    }
  }

  /** Runs a pass. Feeds that are done for the same due time are left out: only failed ones are retried. */
  collect(entry: CollectEntry, dueAt: Instant): Promise<PassEnd> {
    return new CollectPass(entry, dueAt, this.#parts, this.#asks.get(entry)!).run();
  }
}

const makeFetcher = (
  { source, baseUrl }: CollectEntry,
  secret: string | undefined,
  { world, signal, onWait }: CollectorParts,
): PoliteFetcher =>
  new PoliteFetcher(source.limits, world, {
    baseUrl,
    secrets: secret === undefined ? [] : [secret],
    signal,
    ...(onWait ? { onWait } : {}),
  });
