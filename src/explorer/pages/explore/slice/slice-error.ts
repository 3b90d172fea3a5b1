// How far a slice missed the actual values, in words. Pure.

import { FEW_VALUES, isFew } from '#core/values/tally';
import { signedText } from '#view/values/signed-text';
import type { Slice } from '#view/values/slice';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

/** Writes `Mean error +1.20 EUR/MWh, mean absolute error 8.31, over 336 values.` */
export function errorText({ times, errors, unit }: Slice): string {
  if (times.length === 0) return 'No run fits in this span.';
  const known = errors.filter((error) => error !== null);
  const count = known.length;
  if (count === 0) return 'No actual value to compare with yet.';
  const mean = known.reduce((sum, error) => sum + error, 0) / count;
  const absolute = known.reduce((sum, error) => sum + Math.abs(error), 0) / count;
  const decimals = decimalsFor(Math.max(1, absolute));
  const values = `${formatCount(count)} ${count === 1 ? 'value' : 'values'}`;
  const few = isFew(count) ? ` Fewer than ${FEW_VALUES}: a rough figure.` : '';
  return `Mean error ${signedText(mean, decimals)} ${unit} (forecast less actual), mean absolute error ${formatValue(absolute, decimals)}, over ${values}.${few}`;
}
