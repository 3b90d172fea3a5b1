// Values of the scale benchmark, encoded once by the store's own codec: a store of 100,000 series takes
// 876 million points, and encoding each would be the longest part of a run.

import { checksumOf } from '#store/codec/chunk-format';
import { chunkOf, pointsPerChunk } from '#store/codec/chunk-points';
import { encodeValues } from '#store/codec/encode-values';
import { HOUR_MS } from '../../harness/data/calendar.ts';
import { kindOf, RUN_HOURS } from '../../harness/data/catalog.ts';
import { makeRunValues, makeValues } from '../../harness/data/synthetic-values.ts';
import { END_HOUR } from './scale-year.ts';

export const RUN_SOURCE = 'bench';

/** Values of the last `hours` hours of the year, the same whatever the series' length. */
export const templateValues = (template: number, hours: number): Float64Array =>
  makeValues(kindOf(template), template, hours);

export interface TemplateChunk {
  readonly chunk: number;
  readonly bytes: Uint8Array;
  readonly checksum: number;
}

export function templateChunks(template: number, hours: number): TemplateChunk[] {
  const values = templateValues(template, hours);
  const firstHour = END_HOUR - hours;
  const points = pointsPerChunk('hour');
  const chunks: TemplateChunk[] = [];
  for (let chunk = chunkOf(firstHour, points); chunk <= chunkOf(END_HOUR - 1, points); chunk++) {
    const chunkValues = new Float64Array(points).fill(Number.NaN);
    for (let i = 0; i < points; i++) {
      chunkValues[i] = values[chunk * points + i - firstHour] ?? Number.NaN;
    }
    const bytes = encodeValues(chunkValues);
    chunks.push({ chunk, bytes, checksum: checksumOf(bytes) });
  }
  return chunks;
}

export interface RunTimes {
  /** Milliseconds since 1970. */
  readonly analyzedAt: number;
  readonly firstHour: number;
  readonly lastHour: number;
}

/** Makes one run a day at 10:00 UTC, from the next hour on. Run 0 is the newest, which passes the year's end. */
export function runTimes(number: number): RunTimes {
  const analyzedHour = Math.floor(END_HOUR / 24) * 24 - 14 - 24 * number;
  return {
    analyzedAt: analyzedHour * HOUR_MS,
    firstHour: analyzedHour + 1,
    lastHour: analyzedHour + RUN_HOURS,
  };
}

export const runValues = (template: number, number: number): Float64Array =>
  makeRunValues(template, number, RUN_HOURS);
