// Small answers of the server, and their pictures.

import type { SeriesColumns } from '#contract/forecast';
import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { drawBoard } from '#pictures/board/draw-board';
import { exploreView } from '#pictures/views/explore-view';
import type { ViewPanel, ViewSetting } from '#pictures/views/setting';
import { readAddress } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import { type ParsedSvg, parseSvg } from './parse-svg.ts';

export const MARKET = findZone('Europe/Berlin')!;
export const NOW = Date.parse('2026-11-13T09:00:00Z');

/** Values from an instant on, one each `stepMs`. */
export function columnsOf(
  from: string,
  values: readonly (number | null)[],
  more: Partial<SeriesColumns> = {},
  stepMs = HOUR_MS,
): SeriesColumns {
  const start = Date.parse(from) / 1000;
  const times = values.map((_, i) => start + (i * stepMs) / 1000);
  const text = (seconds: number): string =>
    new Date(seconds * 1000).toISOString().replace('.000', '');
  const last = text(times.at(-1)!);
  return {
    seriesId: 'dehrprice',
    description: 'Germany day-ahead price',
    unit: 'EUR/MWh',
    resolution: 'Hour',
    nativeResolution: 'Hour',
    aggregation: 'None',
    from,
    to: text(times.at(-1)! + stepMs / 1000 - 1),
    lastUpdated: last,
    lastObserved: last,
    times,
    values: [...values],
    ...more,
  };
}

export const settingOf = (isFigures = false): ViewSetting => ({
  ...{ now: NOW, market: MARKET, blocks: DEFAULT_BLOCKS, isFigures },
});

/** A picture of one panel, read as XML. */
export function pictureOf(panel: ViewPanel, width = 800): ParsedSvg {
  const panels = [{ ...panel, width: 'full' as const }];
  const picture = { name: 'Morning', panels, width, theme: 'light', now: NOW, market: MARKET };
  return parseSvg(drawBoard({ ...picture, theme: 'light' }).svg);
}

/** The picture of an address of Explore over an answer. */
export function explorePicture(address: string, answer: SeriesColumns, isFigures = false) {
  const view = readAddress(address) as ExploreView;
  return pictureOf(exploreView(view, { answer }, settingOf(isFigures)));
}
