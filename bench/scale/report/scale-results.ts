// Everything that one run of the scale benchmark has measured. The JSON beside the report is this, so names
// say units: docs/explanation/scaling takes its coefficients from there.

import type { EngineName } from '../engine.ts';
import type { Growth, Latency } from '../measure-latency.ts';
import type { Rate } from '../measure-rates.ts';
import type { Writing } from '../measure-writing.ts';

export interface StoreFacts {
  readonly size: number;
  /** Observed points; runs are not counted. */
  readonly points: number;
  /** The bytes on disk of everything, for PostgreSQL without its log. */
  readonly bytes: number;
  readonly bytesPerPoint: number;
  /** Bytes per series of the rows and indexes that metadata and search need. */
  readonly metadataBytesPerSeries: number;
  readonly isMetadataOnly: boolean;
  readonly fillSeconds: number;
}

export interface Memory {
  readonly size: number;
  readonly isMetadataOnly: boolean;
  /** The server's memory: after its start, at most over all reads, and at most after the whole list. */
  readonly startMb: number;
  readonly peakMb: number;
  readonly peakWithListMb: number;
  readonly listSeconds: number;
  /** Connections to the database that were open after 32 clients had asked. */
  readonly connections: number;
}

export interface EngineResults {
  readonly engine: EngineName;
  readonly version: string;
  readonly comparedAnswers: number;
  readonly stores: readonly StoreFacts[];
  readonly latencies: readonly Latency[];
  readonly growth: readonly Growth[];
  readonly rates: readonly Rate[];
  readonly memory: readonly Memory[];
  /** The private memory of all processes of the database at the end. */
  readonly databasePrivateMb: number;
  readonly writing: readonly Writing[];
}

export interface ScaleBarVerdict {
  readonly engine: EngineName;
  readonly work: string;
  readonly atMost: number;
  readonly measured: number;
  readonly isReached: boolean;
}

export interface ScaleResults {
  readonly date: string;
  readonly command: string;
  readonly machine: {
    readonly cores: number;
    readonly model: string;
    readonly memoryGb: number;
    readonly node: string;
  };
  readonly sizes: readonly number[];
  readonly metadataSize: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly clients: number;
  readonly engines: readonly EngineResults[];
  readonly bars: readonly ScaleBarVerdict[];
}
