// Places of times and values on the canvas.

import type { ValueScale } from '#view/axes/value-splits';
import type { Frame } from '#view/chart/frame';

export const xOfTime = ({ left, width, span }: Frame, time: number): number =>
  left + ((time - span.start) / (span.end - span.start)) * width;

export const yOfValue = ({ top, height }: Frame, { min, max }: ValueScale, value: number): number =>
  top + ((max - value) / (max - min)) * height;
