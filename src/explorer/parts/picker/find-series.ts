// Asks the server for series that match a typed text: codes that begin with it first, then series of
// the plan, then the rest.

import type { MetadataRecord } from '#contract/forecast';
import { isSeriesId } from '#core/market/categories';
import { client } from '#explorer/state/session.ts';

const MOST_FOUND = 20;

export async function findSeries(typed: string, signal: AbortSignal): Promise<MetadataRecord[]> {
  const limit = String(MOST_FOUND);
  const code = typed.toLowerCase();
  const [byCode, byWords] = await Promise.all([
    isSeriesId(code) ? client.metadata({ prefix: code, limit, all: 'true' }, { signal }) : [],
    client.metadata({ q: typed, limit, all: 'true' }, { signal }),
  ]);
  // Series outside the plan may fill the whole page.
  const isCrowded = byWords.length === MOST_FOUND && byWords.some((one) => !one.subscribed);
  const own = isCrowded ? await client.metadata({ q: typed, limit }, { signal }) : [];
  const found = [...byCode, ...own, ...byWords.filter((one) => one.subscribed), ...byWords];
  const unique = new Map(found.map((series) => [series.seriesId, series]));
  return [...unique.values()].slice(0, MOST_FOUND);
}
