// What every service needs: the store, the market's zone and the hours of its blocks.

import { type Grid, gridOf } from '#core/time/grid';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import type { BlockTable } from '#core/values/blocks';
import type { SeriesDefinition, SeriesReader } from '#store/series-store';
import type { Store } from '#store/store';

/** A reader of the present that, if the store keeps history, also opens the past. */
export type ServiceStore = SeriesReader & Partial<Pick<Store, 'asOf' | 'historyFrom'>>;

export interface ServiceContext {
  readonly store: ServiceStore;
  /** The market's zone. */
  readonly zone: Zone;
  readonly blocks: BlockTable;
}

export const nativeOf = (series: SeriesDefinition): Resolution => resolutionOf(series.resolution);

export const gridOfSeries = (series: SeriesDefinition, zone: Zone): Grid =>
  gridOf(nativeOf(series), zone);
