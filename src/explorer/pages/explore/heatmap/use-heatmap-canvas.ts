// The heatmap's canvas: as wide as its box, in the page's colours, drawn again when either changes.

import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { drawGutter, drawHeatmap } from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import { onThemeShown, shownTheme } from '#explorer/state/theme.ts';
import type { Scheme } from '#view/heatmap/colour-ramp';
import { columnCountOf, type HeatmapGrid } from '#view/heatmap/heatmap-grid';
import { layOut } from '#view/heatmap/heatmap-layout';
import type { HeatmapScale } from '#view/heatmap/heatmap-scale';

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
