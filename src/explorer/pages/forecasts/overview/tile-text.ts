// The figure in a tile: short enough for 44 pixels, exact enough to compare.

/** Writes `61.5`, `−0.4`, `412`, `5.2k`, `54k`. */
export function tileText(value: number): string {
  const size = Math.abs(value);
  if (size >= 9_950) return signed(value, `${(size / 1000).toFixed(0)}k`);
  if (size >= 999.5) return signed(value, `${(size / 1000).toFixed(1)}k`);
  return signed(value, size >= 99.95 ? size.toFixed(0) : size.toFixed(1));
}

/** Writes a change: `+3.2`, `−0.4`, `0.0`. */
export const signedTileText = (change: number): string => {
  const text = tileText(change);
  return change > 0 && /[1-9]/.test(text) ? `+${text}` : text;
};

/** Adds the sign, unless the figure rounds to zero. */
const signed = (value: number, digits: string): string =>
  value < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits;
