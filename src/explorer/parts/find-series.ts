// Asks the server for series by what was typed: codes that begin with it first, then any that have
// its words.

import type { MetadataRecord } from '#contract/forecast';
import { isSeriesId } from '#core/series-id';
import { client } from '#explorer/state/session.ts';

const MOST_FOUND = 20;

export async function findSeries(typed: string, signal: AbortSignal): Promise<MetadataRecord[]> {
  const query = { limit: String(MOST_FOUND), all: 'true' };
  const code = typed.toLowerCase();
  const [byCode, byWords] = await Promise.all([
    isSeriesId(code) ? client.metadata({ ...query, prefix: code }, { signal }) : [],
    client.metadata({ ...query, q: typed }, { signal }),
  ]);
  const found = new Map([...byCode, ...byWords].map((series) => [series.seriesId, series]));
  return [...found.values()].slice(0, MOST_FOUND);
}
