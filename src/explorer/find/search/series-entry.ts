// A series as the search keeps it: what a row shows, and the text that is searched.

import type { MetadataRecord } from '#contract/forecast';
import { foldText } from '#explorer/find/search/fold-text.ts';
import { shownResolution } from '#explorer/find/search/resolution-names.ts';

export interface SeriesEntry {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  /** As shown: `hour`, `15 min`, `day`. */
  readonly resolution: string;
  readonly area: string;
  /** The last time stamp in UTC; empty if the series has no value. */
  readonly endDate: string;
  readonly isSubscribed: boolean;
  /** Folded code, description, unit and area, with a blank before the first word. */
  readonly text: string;
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
    text: foldText(` ${seriesId} ${description} ${unit} ${area ?? ''}`),
  };
}
