// The change from an older run to a newer one in words. The sign is always that of newer less older. Pure.

import { signedText } from '#view/values/signed-text';
import { formatValue } from '#view/values/value-text';

/** Writes `The newest is 11.14 EUR/MWh higher on average than the one before.` */
export function changeText(
  mean: number,
  { decimals, unit, older }: { decimals: number; unit: string; older: string },
): string {
  const sign = signedText(mean, decimals)[0];
  const size = `${formatValue(Math.abs(mean), decimals)} ${unit}`;
  if (sign === '+') return `The newest is ${size} higher on average than ${older}.`;
  if (sign === '−') return `The newest is ${size} lower on average than ${older}.`;
  return `The newest is on average the same as ${older}.`;
}
