// The grid of a chart with its labels: values on the left, times of the chart's zone beneath. Pure.

import type { Zone } from '#core/time/zone';
import { type Plot, xOfTime, yOfValue } from '#pictures/parts/plot';
import { element, joinSvg, type Svg } from '#pictures/svg/element';
import type { Pen } from '#pictures/svg/pen';
import { chooseTimeStep, timeSplits } from '#view/axes/time-splits';
import { timeLabels } from '#view/axes/time-text';
import { splitText, type ValueScale, valueSplits } from '#view/axes/value-splits';
import { clockChangeDays } from '#view/chart/clock-changes';

export const AXIS_FONT = 11;
/** The width of a day's label. */
const DAY_LABEL = 78;
const LINE_HEIGHT = 14;
const LEAST_AXIS = 34;

/** The labels of a scale. */
const labelsOf = (scale: ValueScale): string[] =>
  valueSplits(scale).map((value) => splitText(value, scale.logSplits ? value : scale.step));

/** The width of the value axis. */
export function axisWidth(scale: ValueScale | undefined, pen: Pen): number {
  const widths = scale ? labelsOf(scale).map((text) => pen.width(text, { size: AXIS_FONT })) : [];
  return Math.ceil(Math.max(LEAST_AXIS, ...widths.map((width) => width + 12)));
}

const gridLine = (pen: Pen, x1: number, y1: number, x2: number, y2: number): Svg =>
  element('line', { x1, y1, x2, y2, stroke: pen.palette.grid });

export function drawValueAxis(plot: Plot, pen: Pen): Svg {
  const { scale, left, width } = plot;
  if (!scale) return joinSvg();
  const labels = labelsOf(scale);
  const rows = valueSplits(scale).map((value, i) => {
    const y = yOfValue(plot, scale, value) + 0.5;
    const style = { size: AXIS_FONT, colour: pen.palette.axis, anchor: 'end' } as const;
    return joinSvg(
      gridLine(pen, left, y, left + width, y),
      pen.text(left - 8, y + 4, labels[i]!, style),
    );
  });
  const zero =
    scale.min < 0 && scale.max > 0
      ? element('line', {
          ...{ x1: left, x2: left + width, stroke: pen.palette.lineStrong },
          ...{ y1: yOfValue(plot, scale, 0) + 0.5, y2: yOfValue(plot, scale, 0) + 0.5 },
        })
      : joinSvg();
  return joinSvg(...rows, zero);
}

/** Draws the times. A label that the edge of the drawing would cut is left out. */
export function drawTimeAxis(plot: Plot, zone: Zone, edge: number, pen: Pen): Svg {
  const { span, left, top, width, height } = plot;
  const step = chooseTimeStep(span.end - span.start, width);
  const splits = timeSplits(span.start, span.end, step, zone);
  const room = (DAY_LABEL * (span.end - span.start)) / width;
  const labels = timeLabels(splits, step, zone, room);
  const bottom = top + height;
  const style = { size: AXIS_FONT, colour: pen.palette.axis, anchor: 'middle' } as const;
  return joinSvg(
    ...splits.map((time, i) => {
      const x = Math.round(xOfTime(plot, time)) + 0.5;
      const line = gridLine(pen, x, top, x, bottom);
      const lines = labels[i]!.split('\n');
      const half = Math.max(...lines.map((text) => pen.width(text, style))) / 2;
      if (x - half < 0 || x + half > edge || x < left) return line;
      return joinSvg(
        line,
        ...lines.map((text, row) => pen.text(x, bottom + 16 + row * LINE_HEIGHT, text, style)),
      );
    }),
  );
}

/** Marks the days on which the clock changes: `25 h`, `23 h`. */
export function drawClockChanges(plot: Plot, zone: Zone, pen: Pen): Svg {
  const { span, left, top, width, height } = plot;
  const bottom = top + height;
  const style = {
    size: AXIS_FONT,
    isBold: true,
    colour: pen.palette.axis,
    anchor: 'middle',
  } as const;
  return joinSvg(
    ...clockChangeDays(span, zone).map(({ start, end, hours, change }) => {
      const tick = Math.round(xOfTime(plot, change));
      const isInside = tick >= left && tick <= left + width;
      const mark = isInside ? pen.box(tick, bottom - 5, 1, 5, pen.palette.axis) : joinSvg();
      // A day that is only partly in sight has its mark over that part.
      const middle = (Math.max(start, span.start) + Math.min(end, span.end)) / 2;
      const x = Math.min(Math.max(xOfTime(plot, middle), left + 14), left + width - 14);
      return joinSvg(mark, pen.text(x, bottom - 7, `${hours} h`, style));
    }),
  );
}
