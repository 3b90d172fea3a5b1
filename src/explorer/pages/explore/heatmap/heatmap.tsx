// The heatmap itself: a canvas, its legend, and a line that reads the cell under pointer or cursor.

import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import type { Zone } from '#core/time/zone';
import type { ChartHandle } from '#explorer/chart/scene/chart-data.ts';
import { HeatmapLegend } from '#explorer/pages/explore/heatmap/heatmap-legend.tsx';
import { makeHeatmapPicture } from '#explorer/pages/explore/heatmap/heatmap-picture.ts';
import {
  cellText,
  meansTexts,
  sightText,
} from '#explorer/pages/explore/heatmap/heatmap-reading.ts';
import { useCellCursor } from '#explorer/pages/explore/heatmap/use-cell-cursor.ts';
import { useHeatmapCanvas } from '#explorer/pages/explore/heatmap/use-heatmap-canvas.ts';
import type { HeatmapGrid } from '#view/heatmap/heatmap-grid';
import { columnsInSight, edgeOf, type HeatmapLayout } from '#view/heatmap/heatmap-layout';
import type { HeatmapScale } from '#view/heatmap/heatmap-scale';
import { columnDecimals } from '#view/values/column-decimals';
import { observedUntilOf } from '#view/values/periods';
import { zoneLabel } from '#view/values/time-text';
import '#explorer/pages/explore/heatmap/heatmap.css';

const hintText = (): string =>
  window.matchMedia('(hover: none)').matches
    ? 'Touch a cell to read it.'
    : 'Point at a cell, or move with the arrow keys, to read it.';

interface HeatmapProps {
  readonly answer: SeriesColumns;
  readonly grid: HeatmapGrid;
  readonly scale: HeatmapScale;
  readonly zone: Zone;
  /** Gets what makes a picture of the heatmap. */
  readonly picture: RefObject<ChartHandle | null>;
}

export function Heatmap({ answer, grid, scale, zone, picture }: HeatmapProps) {
  const box = useRef<HTMLDivElement>(null);
  const { canvas, gutter, room, layout, scheme } = useHeatmapCanvas(box, grid, scale);
  const { cursor, ...reading } = useCellCursor(box, canvas, layout, grid);
  const [scrollLeft, setScrollLeft] = useState(0);
  const decimals = useMemo(() => columnDecimals(answer), [answer]);
  const observedUntil = observedUntilOf(answer);
  useImperativeHandle(picture, () => ({
    toPng: () => makeHeatmapPicture({ answer, grid, scale, layout, scheme }, zone, decimals),
  }));
  const context = { grid, zone, unit: answer.unit, decimals, observedUntil };
  return (
    <div className="explore-heatmap">
      <p role="status" className="explore-heatmap-reading figure">
        {cursor === undefined ? hintText() : cellText(cursor, context)}
      </p>
      <div
        ref={box}
        className="explore-heatmap-box"
        role="application"
        aria-roledescription="heatmap"
        aria-label={`${answer.description}: ${rowsText(grid, zone)}. Arrow keys read cells.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cursor
        tabIndex={0}
        {...reading}
        onScroll={({ currentTarget }) => setScrollLeft(currentTarget.scrollLeft)}
      >
        <div className="explore-heatmap-plane">
          <canvas ref={gutter} className="explore-heatmap-gutter" />
          <canvas ref={canvas} />
          {cursor !== undefined && <Cursor cell={cursor} layout={layout} />}
        </div>
      </div>
      <p className="explore-heatmap-span small dim">
        {sightText(grid, columnsInSight(layout, scrollLeft, room))}
      </p>
      <HeatmapLegend scale={scale} unit={answer.unit} decimals={decimals} scheme={scheme} />
      <HeatmapMeans answer={answer} grid={grid} />
    </div>
  );
}

const rowsText = ({ columnDays }: HeatmapGrid, zone: Zone): string =>
  columnDays > 1 ? 'days of the week by week' : `hours of the day (${zoneLabel(zone)}) by day`;

/** Says which cells are means: all of quarter hours, and the hours that the clock showed twice. */
function HeatmapMeans({ answer, grid }: Pick<HeatmapProps, 'answer' | 'grid'>) {
  const texts = meansTexts(answer.resolution, grid);
  return texts.length > 0 && <p className="explore-heatmap-means small dim">{texts.join(' · ')}</p>;
}

function Cursor({ cell, layout }: { cell: number; layout: HeatmapLayout }) {
  const { rows, cellHeight } = layout;
  const column = Math.floor(cell / rows);
  const left = edgeOf(layout, column);
  const style = {
    left,
    top: (cell % rows) * cellHeight,
    width: edgeOf(layout, column + 1) - left,
    height: cellHeight,
  };
  return <div className="explore-heatmap-cursor" style={style} />;
}
