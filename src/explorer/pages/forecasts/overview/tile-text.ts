// The figure in a tile: short enough for 44 pixels, exact enough to compare.

import { formatNumber } from '#view/axes/number-text';

/** Writes `61.5`, `−0.4`, `412`, `5.2k`, `54k`, with the chosen marks. */
export function tileText(value: number): string {
  const size = Math.abs(value);
  if (size >= 999.5) return `${formatNumber(value / 1000, size >= 9_950 ? 0 : 1)}k`;
  return formatNumber(value, size >= 99.95 ? 0 : 1);
}

/** Writes a change: `+3.2`, `−0.4`, `0.0`. */
export const signedTileText = (change: number): string => {
  const text = tileText(change);
  return change > 0 && /[1-9]/.test(text) ? `+${text}` : text;
};
