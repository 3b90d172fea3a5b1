// Mouse and touch on a chart: the wheel, presses, and a double click that shows the whole.

import { type PointerEvent, type RefObject, useState } from 'react';
import type { Plot } from '#explorer/chart/drawing/plot.ts';
import type { GestureTarget } from '#explorer/chart/input/gesture-target.ts';
import { PointerGestures } from '#explorer/chart/input/pointer-gestures.ts';
import { useWheel } from '#explorer/chart/input/use-wheel.ts';

/** The handlers of the element around the plot. */
export function useGestures(
  host: RefObject<HTMLDivElement | null>,
  plot: RefObject<Plot | undefined>,
  target: GestureTarget,
) {
  const [pointers] = useState(() => new PointerGestures(plot));
  useWheel(host, plot, target);
  return {
    onPointerDown: (event: PointerEvent): void => pointers.down(event, target),
    onPointerMove: (event: PointerEvent): void => pointers.move(event, target),
    onPointerUp: (event: PointerEvent): void => pointers.up(event, target),
    onPointerCancel: (event: PointerEvent): void => pointers.cancel(event),
    onPointerLeave: (event: PointerEvent): void => pointers.leave(event, target),
    onDoubleClick: (): void => target.reset(),
  };
}
