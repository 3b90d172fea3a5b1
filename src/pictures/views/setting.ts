// What every view is drawn with: the time, the zones, the hours of the blocks. Pure.

import type { Instant } from '#core/time/instant';
import { UTC, type Zone } from '#core/time/zone';
import type { BlockTable } from '#core/values/blocks';
import type { Panel } from '#pictures/board/panel';

export interface ViewSetting {
  readonly now: Instant;
  readonly market: Zone;
  readonly blocks: BlockTable;
  /** Whether the panel shows figures instead of the view. */
  readonly isFigures: boolean;
}

/** A panel without what the board says of it. `title` is used if the board gives none. */
export type ViewPanel = Omit<Panel, 'width'>;

/** The zone in which a view shows times. */
export const zoneOfView = ({ zone }: { readonly zone: 'market' | 'utc' }, market: Zone): Zone =>
  zone === 'utc' ? UTC : market;

/** Joins what is known with a point between. */
export const joinFacts = (...facts: readonly (string | undefined)[]): string =>
  facts.filter((fact) => fact !== undefined && fact !== '').join(' · ');
