// What every source of values from elsewhere is: what can be asked of it, which requests that takes, and
// how an answer is read. Fetching is apart (fetch-politely.ts); so is storing (store-batch.ts).

import type { Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { SeriesDefinition } from '#store/series-store';

/** What cannot be asked, was not answered, or answered with an error. The message holds no secret. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}

export interface SourceDataset {
  /** What a person types and a configuration names: `prices`. */
  readonly name: string;
  readonly description: string;
  /** Whether it is asked for area by area. */
  readonly isByArea: boolean;
}

/** What a server demands of its callers, and what we bear of it. */
export interface SourceLimits {
  /** Names of the hosts that may be asked, by https only. */
  readonly hosts: readonly string[];
  readonly requestsPerMinute: number;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Statuses besides 200 whose bodies `parse` can read. */
  readonly readableStatuses: readonly number[];
}

export interface SourceQuestion {
  /** Names of datasets. */
  readonly datasets: readonly string[];
  /** Codes of core/market/areas.ts; not looked at by sources without areas. */
  readonly areas: readonly string[];
  readonly span: Span;
}

export interface SourceRequest {
  readonly dataset: string;
  /** Code of core/market/areas.ts, or null. */
  readonly area: string | null;
  readonly span: Span;
  /** Without any secret: it may be shown and logged. */
  readonly url: string;
  /** What is asked, for people: `NL prices 2024-09-02`. */
  readonly label: string;
}

/** Observed values of one series. */
export interface PointBatch {
  readonly definition: SeriesDefinition;
  /** On the grid of the definition's resolution in the market's zone; strictly ascending. */
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
      /** What a person should know of the answer, a sentence each. */
      readonly notes: readonly string[];
    }
  /** The source answered that it has nothing. */
  | { readonly kind: 'none'; readonly reason: string };

/** The content of an answer or a file, in pieces of any size. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface Source {
  /** `entsoe`: what a person types, and the name of its runs. */
  readonly name: string;
  readonly description: string;
  readonly datasets: readonly SourceDataset[];
  readonly limits: SourceLimits;
  /** The environment variable that holds the key; undefined where none is needed. */
  readonly secretName?: string;
  /**
   * The requests that answer a question, in slices that the service accepts; throws a SourceFault
   * where it cannot be asked. `baseUrl` takes the place of the service's own address.
   */
  plan(question: SourceQuestion, zone: Zone, baseUrl?: string): SourceRequest[];
  /** The address that is really called. Only what it returns holds the secret. */
  addSecret?(url: URL, secret: string): URL;
  /**
   * Reads an answer; no clock, no network, no store. `request` is undefined for a file that somebody
   * has. Throws an ImportFault where the content is not what it should be, and a SourceFault where it
   * is an error in the service's own words.
   */
  parse(pieces: Pieces, request: SourceRequest | undefined, zone: Zone): Promise<ParsedBatch>;
  /** When an answer was made, as its first kilobytes say: files are taken in that order. */
  createdAt?(head: Uint8Array): Instant | undefined;
}
