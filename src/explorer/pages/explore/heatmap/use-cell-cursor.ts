// The cell of the heatmap that is read: under the pointer, or moved to by keys.

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { HeatmapGrid } from '#view/heatmap/heatmap-grid';
import {
  cellAfterKey,
  cellAt,
  edgeOf,
  GUTTER,
  type HeatmapLayout,
} from '#view/heatmap/heatmap-layout';

/** Returns the cell that is read, if one is, and the handlers of the box that scrolls. */
export function useCellCursor(
  box: RefObject<HTMLDivElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  layout: HeatmapLayout,
  grid: HeatmapGrid,
) {
  const [cursor, setCursor] = useState<number>();

  // If not all days fit, the newest are in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every grid
  useEffect(() => {
    box.current!.scrollLeft = box.current!.scrollWidth;
    setCursor(undefined);
  }, [grid]);

  const onPointerMove = (event: PointerEvent): void => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    // The names of the rows lie over cells that are scrolled away.
    const isOverGutter = event.clientX < box.current!.getBoundingClientRect().left + GUTTER;
    const cell = cellAt(layout, event.clientX - left, event.clientY - top);
    setCursor(isOverGutter ? undefined : cell);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { columnCount, rows } = layout;
    const start = cursor ?? (columnCount - 1) * rows;
    const next = cellAfterKey(event.key, event.shiftKey, start, columnCount, rows);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCursor(next);
    showColumn(box.current!, edgeOf(layout, Math.floor(next / rows)));
  };
  const onPointerLeave = (): void => setCursor(undefined);
  return { cursor, onKeyDown, onPointerMove, onPointerDown: onPointerMove, onPointerLeave };
}

/** Scrolls sideways until a column is in sight. */
function showColumn(box: HTMLElement, left: number): void {
  const margin = 60;
  if (left < box.scrollLeft + margin) box.scrollLeft = left - margin;
  else if (left > box.scrollLeft + box.clientWidth - margin)
    box.scrollLeft = left - box.clientWidth + margin;
}
