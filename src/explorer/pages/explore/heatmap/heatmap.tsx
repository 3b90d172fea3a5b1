// The heatmap itself: a canvas, its legend, and a line that reads the cell under pointer or cursor.

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { drawHeatmap, drawLegend } from '#explorer/pages/explore/heatmap/heatmap-drawing.ts';
import { type HeatmapGrid, HOURS } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import {
  CELL_HEIGHT,
  cellAfterKey,
  cellAt,
  edgeOf,
  type HeatmapLayout,
  layOut,
} from '#explorer/pages/explore/heatmap/heatmap-layout.ts';
import { tellCell } from '#explorer/pages/explore/heatmap/heatmap-reading.ts';
import type { HeatmapScale } from '#explorer/pages/explore/heatmap/heatmap-scale.ts';
import { columnDecimals } from '#explorer/series/column-decimals.ts';
import { lastObservedOf } from '#explorer/series/series-facts.ts';
import { zoneLabel } from '#explorer/series/time-text.ts';
import { formatValue } from '#explorer/series/value-text.ts';
import '#explorer/pages/explore/heatmap/heatmap.css';

interface HeatmapProps {
  readonly answer: SeriesColumns;
  readonly grid: HeatmapGrid;
  readonly scale: HeatmapScale;
  readonly zone: Zone;
}

export function Heatmap({ answer, grid, scale, zone }: HeatmapProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<number>();
  const room = useWidth(box);
  const scheme = useScheme();
  const layout = layOut(grid.dayCount, room);
  const decimals = useMemo(() => columnDecimals(answer), [answer]);

  useEffect(() => {
    drawHeatmap(canvas.current!, { grid, scale, layout: layOut(grid.dayCount, room), scheme });
  }, [grid, scale, room, scheme]);
  // If not all days fit, the newest are in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every grid
  useEffect(() => {
    box.current!.scrollLeft = box.current!.scrollWidth;
    setCursor(undefined);
  }, [grid]);

  const onPointerMove = (event: PointerEvent): void => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    setCursor(cellAt(layout, event.clientX - left, event.clientY - top));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const start = cursor ?? (grid.dayCount - 1) * HOURS;
    const next = cellAfterKey(event.key, event.shiftKey, start, grid.dayCount);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCursor(next);
    showDay(box.current!, edgeOf(layout, Math.floor(next / HOURS)));
  };
  const reading =
    cursor === undefined
      ? 'Point at a cell, or move with the arrow keys, to read it.'
      : tellCell(cursor, {
          grid,
          zone,
          unit: answer.unit,
          decimals,
          observedUntil: lastObservedOf(answer),
        });
  return (
    <div className="explore-heatmap">
      <p role="status" className="explore-heatmap-reading figure">
        {reading}
      </p>
      <div
        ref={box}
        className="explore-heatmap-box"
        role="application"
        aria-roledescription="heatmap"
        aria-label={`${answer.description}: hours of the day (${zoneLabel(zone)}) by day. Arrow keys read cells.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cursor
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setCursor(undefined)}
      >
        <div className="explore-heatmap-plane">
          <canvas ref={canvas} />
          {cursor !== undefined && <Cursor cell={cursor} layout={layout} />}
        </div>
      </div>
      <Legend scale={scale} unit={answer.unit} decimals={decimals} scheme={scheme} />
    </div>
  );
}

function Cursor({ cell, layout }: { cell: number; layout: HeatmapLayout }) {
  const day = Math.floor(cell / HOURS);
  const left = edgeOf(layout, day);
  const style = {
    left,
    top: (cell % HOURS) * CELL_HEIGHT,
    width: edgeOf(layout, day + 1) - left,
    height: CELL_HEIGHT,
  };
  return <div className="explore-heatmap-cursor" style={style} />;
}

interface LegendProps {
  readonly scale: HeatmapScale;
  readonly unit: string;
  readonly decimals: number;
  readonly scheme: 'light' | 'dark';
}

function Legend({ scale, unit, decimals, scheme }: LegendProps) {
  const strip = useRef<HTMLCanvasElement>(null);
  useEffect(() => drawLegend(strip.current!, scale, scheme), [scale, scheme]);
  const { low, high, min, max } = scale;
  return (
    <p className="explore-heatmap-legend small">
      <span className="figure">
        {low > min && '≤ '}
        {formatValue(low, decimals)}
      </span>
      <canvas ref={strip} width={240} height={10} />
      <span className="figure">
        {high < max && '≥ '}
        {formatValue(high, decimals)} {unit}
      </span>
      <span className="dim">
        {(low > min || high < max) &&
          `least ${formatValue(min, decimals)}, greatest ${formatValue(max, decimals)} · `}
        hatched: no value
      </span>
    </p>
  );
}

/** Scrolls sideways until a day is in sight. */
function showDay(box: HTMLElement, left: number): void {
  const margin = 60;
  if (left < box.scrollLeft + margin) box.scrollLeft = left - margin;
  else if (left > box.scrollLeft + box.clientWidth - margin)
    box.scrollLeft = left - box.clientWidth + margin;
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
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

function useScheme(): 'light' | 'dark' {
  const [isDark, setDark] = useState(() => darkScheme().matches);
  useEffect(() => {
    const media = darkScheme();
    const look = (): void => setDark(media.matches);
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);
  return isDark ? 'dark' : 'light';
}

const darkScheme = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
