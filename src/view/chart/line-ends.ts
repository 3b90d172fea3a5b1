// The labels beside the ends of lines: the value that each stands at, and the room between them. Pure.

import type { ChartSpan } from '#view/chart/frame';
import type { Line } from '#view/chart/line';
import { indexAt } from '#view/chart/time-index';

/** The last value that begins within a span, or lasts into it. */
export function lastValueIn(
  { times, values }: Pick<Line, 'times' | 'values'>,
  span: ChartSpan,
): number | undefined {
  const first = Math.max(0, indexAt(times, span.start));
  for (let i = indexAt(times, span.end); i >= first; i--)
    if (times[i]! < span.end && !Number.isNaN(values[i]!)) return values[i];
  return undefined;
}

/** Moves labels apart, in the order of their heights, and keeps them beside the plot. */
export function moveApart(
  labels: { y: number }[],
  height: number,
  top: number,
  bottom: number,
): void {
  labels.sort((a, b) => a.y - b.y);
  let least = top;
  for (const label of labels) {
    label.y = Math.max(label.y, least);
    least = label.y + height;
  }
  let most = bottom;
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, most);
    most = label.y - height;
  }
}
