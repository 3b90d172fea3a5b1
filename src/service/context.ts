// What every question to the product needs: where the data is, and whose clock and hours count.

import type { BlockTable } from '#core/blocks';
import { type Grid, gridOf } from '#core/grid';
import { type Resolution, resolutionOf } from '#core/resolution';
import type { Zone } from '#core/zone';
import type { SeriesDefinition, SeriesReader } from '#store/store';

export interface ServiceContext {
  readonly store: SeriesReader;
  /** The market's zone. */
  readonly zone: Zone;
  readonly blocks: BlockTable;
}

export const nativeOf = (series: SeriesDefinition): Resolution => resolutionOf(series.resolution);

export const gridOfSeries = (series: SeriesDefinition, zone: Zone): Grid =>
  gridOf(nativeOf(series), zone);
