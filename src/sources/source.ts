// A source of values, such as ENTSO-E: what can be asked of it, which requests that takes, and how an
// answer is read. fetch-politely.ts fetches, store-batch.ts stores.

import type { Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { SeriesDefinition } from '#store/series-record';

/** A request that cannot be made, or was answered with an error or not at all. The message has no secret. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}

export interface SourceDataset {
  /** The name that operators type and configurations use: `prices`. */
  readonly name: string;
  readonly description: string;
  /** Whether a request is for one area. */
  readonly isByArea: boolean;
}

/** How fast a service may be asked, and how long and large its answers may be. */
export interface SourceLimits {
  /** The hosts that may be asked, by https only. */
  readonly hosts: readonly string[];
  /** The hosts that are asked with a key, if they are others. */
  readonly keyHosts?: readonly string[];
  readonly requestsPerMinute: number;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Statuses besides 200 whose bodies `parse` can read. */
  readonly readableStatuses: readonly number[];
}

export interface SourceQuestion {
  /** Names of datasets. */
  readonly datasets: readonly string[];
  /** Codes of core/market/areas.ts; ignored by sources without areas. */
  readonly areas: readonly string[];
  readonly span: Span;
  /** When it is asked, for a source whose past and coming values have different addresses. Left out: long after. */
  readonly now?: Instant;
}

export interface SourceRequest {
  readonly dataset: string;
  /** Code of core/market/areas.ts, or null. */
  readonly area: string | null;
  readonly span: Span;
  /** The address without any secret, which may be shown and logged. */
  readonly url: string;
  /** The request in words: `NL prices 2024-09-02`. */
  readonly label: string;
}

/** Observed values of one series. */
export interface PointBatch {
  readonly definition: SeriesDefinition;
  /** The indices on the grid of the definition's resolution in the market's zone; strictly ascending. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** One forecast run of one series. */
export interface RunBatch {
  readonly definition: SeriesDefinition;
  readonly analyzedAt: Instant;
  readonly firstIndex: number;
  /** NaN is a gap; neither the first nor the last value is one. */
  readonly values: Float64Array;
  readonly source: string;
}

export type ParsedBatch =
  | {
      readonly kind: 'data';
      readonly points: readonly PointBatch[];
      readonly runs: readonly RunBatch[];
      /** What the operator should know of the answer, a sentence each. */
      readonly notes: readonly string[];
    }
  /** The source answered that it has nothing. */
  | { readonly kind: 'none'; readonly reason: string };

/** The content of an answer or a file, in pieces of any size. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface Source {
  /** The name that operators type, and the source of its runs: `entsoe`. */
  readonly name: string;
  readonly description: string;
  readonly datasets: readonly SourceDataset[];
  readonly limits: SourceLimits;
  /** The environment variable that holds the key; undefined if no key is needed. */
  readonly secretName?: string;
  /** Whether the service can be asked without the key too. */
  readonly isSecretOptional?: boolean;
  /** The setting that names another server of the same interface, which the operator runs or trusts. */
  readonly urlName?: string;
  /**
   * The requests that answer a question, in slices that the service accepts. Throws a SourceFault if
   * the question makes no sense. `baseUrl` replaces the service's own address.
   */
  requestsFor(question: SourceQuestion, zone: Zone, baseUrl?: string): SourceRequest[];
  /** The address with the secret, which is fetched. */
  addSecret?(url: URL, secret: string): URL;
  /**
   * Reads an answer, without clock, network or store. `request` is undefined for an answer from a file.
   * Throws an ImportFault if the content is not as it should be, and a SourceFault if it is an error
   * in the service's own words.
   */
  parse(pieces: Pieces, request: SourceRequest | undefined, zone: Zone): Promise<ParsedBatch>;
  /** What --save keeps of an answer that does not tell what was asked. Left out: the answer itself. */
  savedAs?(request: SourceRequest, bytes: Uint8Array): { extension: string; bytes: Uint8Array };
  /** When an answer was made, as its first kilobytes say. Files are stored in that order. */
  createdAt?(head: Uint8Array): Instant | undefined;
}
