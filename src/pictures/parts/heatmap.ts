// Values in colours: time of day × day, or weekday × week of daily values, with a key of the colours. Pure.

import type { SeriesColumns } from '#contract/forecast';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time/instant';
import { findResolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { element, joinSvg, numberText, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';
import { paintAt } from '#view/heatmap/colour-ramp';
import {
  columnCountOf,
  type HeatmapGrid,
  layOutDays,
  layOutHours,
} from '#view/heatmap/heatmap-grid';
import {
  edgeOf,
  FOOT,
  GUTTER,
  type HeatmapLayout,
  labelledDays,
  labelledWeeks,
  layOut,
} from '#view/heatmap/heatmap-layout';
import { chooseScale, type HeatmapScale, positionOf } from '#view/heatmap/heatmap-scale';
import { columnDecimals } from '#view/values/column-decimals';
import { formatDay } from '#view/values/time-text';
import { formatValue } from '#view/values/value-text';

export interface HeatmapContent {
  readonly answer: SeriesColumns;
  /** The zone of the hours. */
  readonly zone: Zone;
  /** Days begin at this zone's midnight. */
  readonly market: Zone;
}

/** Narrower columns cannot be told apart. */
const NARROWEST = 2;
const FONT = 11;
const STEPS = 64;
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Draws the newest columns that have room; undefined for values of weeks and longer, or without values. */
export function drawHeatmap(content: HeatmapContent, width: number, pen: Pen): Drawing | undefined {
  const grid = gridOf(content, Math.floor((width - GUTTER) / NARROWEST));
  const scale = grid && chooseScale(grid.means);
  if (!grid || !scale) return undefined;
  const layout = layOut(columnCountOf(grid), width, grid.rows);
  const cells = drawCells(grid, scale, layout, pen);
  const keyTop = layout.height + 8;
  return {
    svg: joinSvg(
      cells,
      drawRowNames(grid, layout, pen),
      drawColumnNames(grid, layout, pen),
      drawKey(scale, columnDecimals(content.answer), keyTop, pen),
    ),
    height: keyTop + 20,
  };
}

function gridOf({ answer, zone, market }: HeatmapContent, most: number): HeatmapGrid | undefined {
  const { name, stepMs } = findResolution(answer.resolution) ?? resolutionOf('year');
  const isDaily = name === 'day';
  const days = isDaily ? (most - 1) * 7 : most;
  const newest = answer.times.at(-1);
  if (newest === undefined) return undefined;
  const clock = isDaily ? market : zone;
  const start = clock.startOfDay(clock.dayOf(newest * SECOND_MS) - days + 1) / SECOND_MS;
  const from = Math.max(
    0,
    answer.times.findIndex((time) => time >= start),
  );
  const [times, values] = [answer.times.slice(from), answer.values.slice(from)];
  if (isDaily) return layOutDays(times, values, market);
  const isFine = stepMs !== undefined && stepMs <= HOUR_MS;
  return isFine ? layOutHours(times, values, zone, stepMs) : undefined;
}

/** Draws the cells of each shade as one path. */
function drawCells(grid: HeatmapGrid, scale: HeatmapScale, layout: HeatmapLayout, pen: Pen): Svg {
  const byFill = new Map<string, string>();
  const gaps: string[] = [];
  for (let column = 0; column < layout.columnCount; column++) {
    const [left, right] = [edgeOf(layout, column), edgeOf(layout, column + 1)];
    for (let row = 0; row < layout.rows; row++) {
      const cell = column * layout.rows + row;
      const state = grid.stateOf(cell);
      if (state === 'none') continue;
      const d = `M${left} ${row * layout.cellHeight}h${right - left}v${layout.cellHeight}h${left - right}z`;
      if (state === 'gap') {
        gaps.push(d);
        continue;
      }
      const position = Math.round(positionOf(scale, grid.means[cell]!) * STEPS) / STEPS;
      const { fill } = paintAt(position, pen.palette.theme);
      byFill.set(fill, (byFill.get(fill) ?? '') + d);
    }
  }
  const name = pen.nextName();
  const stroke = pen.palette.lineStrong;
  const hatch = element(
    'pattern',
    { id: name, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
    element('path', { d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5', stroke }),
  );
  const hatched =
    gaps.length === 0
      ? joinSvg()
      : joinSvg(hatch, element('path', { d: gaps.join(''), fill: `url(#${name})`, class: 'gap' }));
  return joinSvg(...[...byFill].map(([fill, d]) => element('path', { d, fill })), hatched);
}

function drawRowNames({ columnDays, rowMs }: HeatmapGrid, layout: HeatmapLayout, pen: Pen): Svg {
  const style = { size: FONT, colour: pen.palette.axis, anchor: 'end' } as const;
  const label = (row: number, text: string): Svg =>
    pen.text(GUTTER - 6, row * layout.cellHeight + FONT, text, style);
  if (columnDays === 7) return joinSvg(...WEEKDAYS.map((name, row) => label(row, name)));
  const perHour = HOUR_MS / rowMs;
  const hours = Array.from({ length: DAY_MS / HOUR_MS / 3 }, (_, i) => i * 3);
  return joinSvg(
    ...hours.map((hour) => label(hour * perHour, `${String(hour).padStart(2, '0')}:00`)),
  );
}

function drawColumnNames(grid: HeatmapGrid, layout: HeatmapLayout, pen: Pen): Svg {
  const style = { size: FONT, colour: pen.palette.axis };
  const y = layout.height - FOOT + 16;
  const names =
    grid.columnDays === 7
      ? labelledWeeks(grid.firstDay, layout).map(({ column, month, year }) => ({
          column,
          text: month === 1 ? String(year) : MONTHS[month - 1]!,
        }))
      : labelledDays(grid.firstDay, layout).map((column) => ({
          column,
          text: formatDay(grid.firstDay + column)
            .split(' ')
            .slice(1, 3)
            .join(' '),
        }));
  return joinSvg(
    ...names.map(({ column, text }) => {
      const x = edgeOf(layout, column);
      return x + pen.width(text, style) > layout.width + 20
        ? joinSvg()
        : pen.text(x, y, text, style);
    }),
  );
}

const KEY_WIDTH = 160;

/** Draws which colours stand for which values. */
function drawKey(scale: HeatmapScale, decimals: number, top: number, pen: Pen): Svg {
  const style = { size: FONT, colour: pen.palette.axis };
  const [low, high] = [scale.low, scale.high].map((value) => formatValue(value, decimals));
  const left = GUTTER + pen.width(low!, style) + 8;
  const step = KEY_WIDTH / STEPS;
  const boxes = Array.from({ length: STEPS }, (_, i) => {
    const value = scale.low + ((scale.high - scale.low) * (i + 0.5)) / STEPS;
    const { fill } = paintAt(positionOf(scale, value), pen.palette.theme);
    return element('rect', {
      ...{ x: left + i * step, y: top, height: 10, fill },
      width: numberText(step + 0.3),
    });
  });
  return joinSvg(
    pen.text(GUTTER, top + 9, low!, style),
    ...boxes,
    pen.text(left + KEY_WIDTH + 8, top + 9, high!, style),
  );
}
