// The heatmap itself: a canvas, its legend, and a line that reads the cell under pointer or cursor.

import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import { type HeatmapGrid, HOURS } from '#explorer/pages/explore/heatmap/heatmap-grid.ts';
import {
  CELL_HEIGHT,
  cellAfterKey,
  cellAt,
  edgeOf,
  type HeatmapLayout,
} from '#explorer/pages/explore/heatmap/heatmap-layout.ts';
import { HeatmapLegend } from '#explorer/pages/explore/heatmap/heatmap-legend.tsx';
import { cellText, meansTexts } from '#explorer/pages/explore/heatmap/heatmap-reading.ts';
import type { HeatmapScale } from '#explorer/pages/explore/heatmap/heatmap-scale.ts';
import { useHeatmapCanvas } from '#explorer/pages/explore/heatmap/use-heatmap-canvas.ts';
import { columnDecimals } from '#explorer/series/column-decimals.ts';
import { observedUntilOf } from '#explorer/series/periods.ts';
import { zoneLabel } from '#explorer/series/time-text.ts';
import '#explorer/pages/explore/heatmap/heatmap.css';

const HINT = 'Point at a cell, or move with the arrow keys, to read it.';

interface HeatmapProps {
  readonly answer: SeriesColumns;
  readonly grid: HeatmapGrid;
  readonly scale: HeatmapScale;
  readonly zone: Zone;
}

export function Heatmap({ answer, grid, scale, zone }: HeatmapProps) {
  const box = useRef<HTMLDivElement>(null);
  const { canvas, layout, scheme } = useHeatmapCanvas(box, grid, scale);
  const [cursor, setCursor] = useState<number>();
  const decimals = useMemo(() => columnDecimals(answer), [answer]);

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
  const observedUntil = observedUntilOf(answer);
  const context = { grid, zone, unit: answer.unit, decimals, observedUntil };
  return (
    <div className="explore-heatmap">
      <p role="status" className="explore-heatmap-reading figure">
        {cursor === undefined ? HINT : cellText(cursor, context)}
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
      <HeatmapLegend scale={scale} unit={answer.unit} decimals={decimals} scheme={scheme} />
      <HeatmapMeans answer={answer} grid={grid} />
    </div>
  );
}

/** Says which cells are means: all of quarter hours, and the hours that the clock showed twice. */
function HeatmapMeans({ answer, grid }: Pick<HeatmapProps, 'answer' | 'grid'>) {
  const texts = meansTexts(answer.resolution, grid);
  return texts.length > 0 && <p className="explore-heatmap-means small dim">{texts.join(' · ')}</p>;
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

/** Scrolls sideways until a day is in sight. */
function showDay(box: HTMLElement, left: number): void {
  const margin = 60;
  if (left < box.scrollLeft + margin) box.scrollLeft = left - margin;
  else if (left > box.scrollLeft + box.clientWidth - margin)
    box.scrollLeft = left - box.clientWidth + margin;
}
