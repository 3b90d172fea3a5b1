// The typical weeks of all lines of one unit.

import { useMemo } from 'react';
import { HOUR_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { rowsOf } from '#explorer/pages/compare/hours/line-rows.ts';
import {
  type CommonIntervals,
  nounOf,
  valuesOver,
} from '#explorer/pages/compare/hours/shared-intervals.ts';
import { OtherUnits, sameUnit } from '#explorer/pages/compare/shapes/other-units.tsx';
import { axisOfValues, type ShapeAxis } from '#explorer/pages/compare/shapes/shape-axis.ts';
import type { ShapePen, ShapeScene } from '#explorer/pages/compare/shapes/shape-drawing.ts';
import { ShapePlot, type ShapeReading } from '#explorer/pages/compare/shapes/shape-plot.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import {
  hourName,
  type TypicalWeek,
  typicalWeek,
  WEEK_HOURS,
  weekdayName,
} from '#explorer/pages/compare/shapes/typical-week.ts';
import type { ShownLine } from '#view/compare/shown-line';
import { zoneLabel } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';

interface LineWeek {
  readonly line: ShownLine;
  readonly week: TypicalWeek;
}

const DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

export function WeekTab({ view, lines, common, zone, chart }: ShapeProps) {
  const weeks = useMemo(
    () => weeksOf(lines, common, view.allHours === true, zone),
    [lines, common, view.allHours, zone],
  );
  const scene = useMemo(() => sceneOf(weeks, lines[0]!.unit, zone), [weeks, lines, zone]);
  const { stepMs } = common.resolution;
  if (stepMs === undefined || stepMs > HOUR_MS) {
    return (
      <p className="notice">
        A typical week needs values of an hour or finer; these are of {nounOf(common)}.
      </p>
    );
  }
  if (weeks.length === 0) return <p className="notice">The lines have no hours in common.</p>;
  const names = weeks.map(({ line }) => line.label).join('; ');
  return (
    <>
      <ShapePlot
        ref={chart}
        title={`Typical week of ${names}`}
        scene={scene}
        idleText={
          view.allHours
            ? 'Each line over all of its own hours'
            : `Means of ${formatCount(common.observedRows.length)} ${nounOf(common)} that all lines have`
        }
        stopCount={WEEK_HOURS}
        readAt={(hour) => readAt(weeks, hour)}
        stopNear={(x) => Math.min(Math.max(Math.floor(x), 0), WEEK_HOURS - 1)}
      />
      <OtherUnits lines={lines} />
    </>
  );
}

function weeksOf(
  lines: readonly ShownLine[],
  common: CommonIntervals,
  allHours: boolean,
  zone: Zone,
): LineWeek[] {
  return sameUnit(lines).flatMap((line) => {
    const index = lines.indexOf(line);
    const rows = rowsOf(common, index, allHours);
    return rows.length === 0
      ? []
      : [{ line, week: typicalWeek(valuesOver(common, index, rows), zone) }];
  });
}

const axisOf = (zone: Zone): ShapeAxis => ({
  min: 0,
  max: WEEK_HOURS,
  splits: DAYS.map((day) => ({ at: day * 24, text: weekdayName(day) })),
  title: `hour of the week, ${zoneLabel(zone)}`,
});

const sceneOf = (weeks: readonly LineWeek[], unit: string, zone: Zone): ShapeScene => ({
  x: axisOf(zone),
  y: axisOfValues(
    weeks.flatMap(({ week }) => week.means.filter((mean) => mean !== null)),
    unit,
  ),
  labels: weeks.flatMap(({ line, week }) => {
    const value = week.means.findLast((mean) => mean !== null) ?? null;
    return value === null ? [] : [{ text: line.label, style: line.style, value }];
  }),
  draw: (pen) => {
    for (const { line, week } of weeks.toReversed()) drawWeek(pen, week, line.style);
  },
});

/** Draws the means as steps, with a break at an hour without a value. */
function drawWeek(
  { ctx, colours, ratio, xOf, yOf }: ShapePen,
  { means }: TypicalWeek,
  style: number,
) {
  ctx.beginPath();
  means.forEach((mean, hour) => {
    if (mean === null) return;
    const y = yOf(mean);
    if (means[hour - 1] === null || hour === 0) ctx.moveTo(xOf(hour), y);
    else ctx.lineTo(xOf(hour), y);
    ctx.lineTo(xOf(hour + 1), y);
  });
  ctx.strokeStyle = colours.series[style]!;
  ctx.lineWidth = 1.75 * ratio;
  ctx.stroke();
}

function readAt(weeks: readonly LineWeek[], hour: number): ShapeReading {
  const texts = weeks.map(({ line, week }) => {
    const value = formatValue(week.means[hour], line.decimals);
    return `${line.label} ${value} (of ${formatCount(week.counts[hour]!)})`;
  });
  return {
    text: `${hourName(hour)}: ${texts.join(' · ')} ${weeks[0]!.line.unit}`,
    x: hour + 0.5,
    dots: weeks.flatMap(({ line, week }) => {
      const y = week.means[hour] ?? null;
      return y === null ? [] : [{ y, style: line.style }];
    }),
  };
}
