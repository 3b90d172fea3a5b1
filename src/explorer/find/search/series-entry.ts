// A series as the search keeps it: what a row shows, and the text that is searched.

import type { MetadataRecord } from '#contract/forecast';
import { AREAS } from '#core/market/areas';
import { RESOLUTIONS } from '#core/time/resolution';
import { foldText } from '#explorer/find/search/fold-text.ts';
import { shownResolution } from '#explorer/find/search/resolution-names.ts';

export interface SeriesEntry {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  /** The resolution as shown: `hour`, `15 min`, `day`. */
  readonly resolution: string;
  readonly area: string;
  /** The last time stamp in UTC; empty if the series has no value. */
  readonly endDate: string;
  readonly isSubscribed: boolean;
  /** Folded code, description, unit and area, with a blank before the first word. */
  readonly text: string;
  /** The place among equally good matches: by area in the documents' order, then hours first. */
  readonly order: number;
}

const RESOLUTION_COUNT = RESOLUTIONS.length + 1;
const AREA_ORDER = new Map(AREAS.map(({ code }, i) => [code, i]));

/** The number of different places. */
export const ORDER_COUNT = (AREAS.length + 1) * RESOLUTION_COUNT;

function orderOf(area: string | null, resolution: string): number {
  const isHourly = resolution === 'Hourly';
  const step = isHourly ? 0 : 1 + RESOLUTIONS.findIndex(({ adverb }) => adverb === resolution);
  return (AREA_ORDER.get(area ?? '') ?? AREAS.length) * RESOLUTION_COUNT + step;
}

export function entryOf(record: MetadataRecord): SeriesEntry {
  const { seriesId, description, unit, resolution, area, endDate, subscribed } = record;
  return {
    code: seriesId,
    description,
    unit,
    resolution: shownResolution(resolution),
    area: area ?? '',
    endDate: endDate ?? '',
    isSubscribed: subscribed,
    order: orderOf(area, resolution),
    text: foldText(` ${seriesId} ${description} ${unit} ${area ?? ''}`),
  };
}
