// The stored series that match a writer's patterns.

import type { MetadataRecord } from '#contract/forecast';
import { client } from '#explorer/state/session.ts';

/** The most rows that are shown. */
export const MOST_SHOWN = 100;
/** The most records that are read for one pattern: a star at its beginning matches fewer than it reads. */
const MOST_READ = 1_000;

export interface WritableSeries {
  readonly patterns: readonly string[];
  readonly records: readonly MetadataRecord[];
  /** Whether more series may match than are shown. */
  readonly hasMore: boolean;
}

/** Whether a pattern of codes matches a code; a star stands for anything. */
export function matchesCode(pattern: string, code: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[.\\-]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`).test(code);
}

/** Finds the series that a writer may write and that have all words. */
export async function findWritable(words: string, signal: AbortSignal): Promise<WritableSeries> {
  const { writePatterns: patterns } = await client.account({ signal });
  const found = new Map<string, MetadataRecord>();
  let hasMore = false;
  for (const pattern of patterns) {
    const [prefix = '', ...rest] = pattern.split('*');
    // The longest piece behind a star narrows what is read.
    const piece = rest.reduce(
      (longest, each) => (each.length > longest.length ? each : longest),
      '',
    );
    const q = `${piece} ${words}`.trim();
    const query = { prefix, q, all: 'true', limit: String(MOST_READ) };
    const records = await client.metadata(query, { signal });
    hasMore ||= records.length === MOST_READ;
    for (const record of records)
      if (matchesCode(pattern, record.seriesId)) found.set(record.seriesId, record);
  }
  const records = [...found.values()].sort((a, b) => (a.seriesId < b.seriesId ? -1 : 1));
  const shown = records.slice(0, MOST_SHOWN);
  return { patterns, records: shown, hasMore: hasMore || records.length > MOST_SHOWN };
}
