// The heatmap's canvas: as wide as its box, in the page's colours, drawn again when either changes.

import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { drawGutter, drawHeatmap } from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import { columnCountOf, type HeatmapGrid } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
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
  const gutter = useRef<HTMLCanvasElement>(null);
  const room = useWidth(box);
  const scheme = useScheme();
  const scene = useMemo(
    () => ({ grid, scale, layout: layOut(columnCountOf(grid), room, grid.rows), scheme }),
    [grid, scale, room, scheme],
  );
  useEffect(() => {
    drawHeatmap(canvas.current!, scene);
    drawGutter(gutter.current!, scene);
  }, [scene]);
  return { canvas, gutter, room, ...scene };
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
