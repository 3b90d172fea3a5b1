// How a series' grid is cut into chunks: which indices share one stored row.

import type { ResolutionName } from '#core/time/resolution';

/**
 * Points per chunk, by resolution. Changing one orphans the data of every existing store. A chunk is
 * about a month of hours: longer chunks make short reads and durable appends several times slower,
 * shorter ones make long reads slower. Rows of prices take 2.09 bytes a point in 16 KiB pages, 2.84
 * in 4 KiB pages. Coarse series rarely fill one chunk.
 */
const POINTS_PER_CHUNK: Readonly<Record<ResolutionName, number>> = {
  quarterhour: 1536,
  halfhour: 768,
  hour: 768,
  day: 512,
  week: 512,
  month: 512,
  quarter: 512,
  year: 512,
};

export const pointsPerChunk = (resolution: ResolutionName): number => POINTS_PER_CHUNK[resolution];

/** The chunk that contains an index. Chunk n begins at index n × points, also below zero. */
export const chunkOf = (index: number, points: number): number => Math.floor(index / points);
