// The heatmap's canvas: as wide as its box, in the page's colours, drawn again when either changes.

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { drawHeatmap } from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import type { HeatmapGrid } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import { layOut } from '#explorer/pages/explore/heatmap/heatmap-layout.ts';
import type { HeatmapScale } from '#explorer/pages/explore/heatmap/heatmap-scale.ts';
import type { Scheme } from '#explorer/parts/colour-ramp.ts';
import { onThemeShown, shownTheme } from '#explorer/state/theme.ts';

export function useHeatmapCanvas(
  box: RefObject<HTMLElement | null>,
  grid: HeatmapGrid,
  scale: HeatmapScale,
) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useWidth(box);
  const scheme = useScheme();
  useEffect(() => {
    drawHeatmap(canvas.current!, { grid, scale, layout: layOut(grid.dayCount, room), scheme });
  }, [grid, scale, room, scheme]);
  return { canvas, layout: layOut(grid.dayCount, room), scheme };
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = box.current!;
    const look = (): void => setWidth(element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

const useScheme = (): Scheme => useSyncExternalStore(onThemeShown, shownTheme);
