// The panels of a first board: the series that a user keeps, or the start page's table. Pure.

import type { PanelShape } from '#contract/boards';
import { START, writeAddress } from '#view/address/address';
import { exploreOf } from '#view/address/explore-address';

/** The most panels that a screen shows well. */
const MOST_PANELS = 6;

export function firstPanels(pins: readonly string[], recent: readonly string[]): PanelShape[] {
  const codes = [...new Set([...pins, ...recent])].slice(0, MOST_PANELS);
  const start: PanelShape = { view: writeAddress(START), title: '', part: 'view', width: 'full' };
  if (codes.length === 0) return [{ ...start, part: 'figures' }, start];
  return codes.map((code) => ({
    view: writeAddress(exploreOf(code)),
    title: '',
    part: 'view',
    width: codes.length === 1 ? 'full' : 'half',
  }));
}
