// Times and values as pixels of the canvas.

import type { ValueScale } from '#view/axes/value-splits';
import type { Frame } from '#view/chart/frame';

export const xOfTime = ({ left, width, span }: Frame, time: number): number =>
  left + ((time - span.start) / (span.end - span.start)) * width;

export function yOfValue({ top, height }: Frame, scale: ValueScale, value: number): number {
  const { min, max, logSplits } = scale;
  const share = logSplits
    ? Math.log(max / value) / Math.log(max / min)
    : (max - value) / (max - min);
  return top + share * height;
}
