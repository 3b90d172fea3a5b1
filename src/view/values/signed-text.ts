// Differences with their sign. Pure.

import { formatValue } from '#view/values/value-text';

/** Writes `+0.40`, `−0.40`, `0.00`: a rise carries its sign too. */
export function signedText(value: number | null | undefined, decimals: number): string {
  const text = formatValue(value, decimals);
  return (value ?? 0) > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
