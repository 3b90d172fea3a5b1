// Duration curves of all lines of one unit.

import { useMemo } from 'react';
import { rowsOf } from '#explorer/pages/compare/hours/line-rows.ts';
import { type CommonIntervals, nounOf } from '#explorer/pages/compare/hours/shared-intervals.ts';
import {
  type DurationCurve,
  durationCurve,
  valueAtShare,
} from '#explorer/pages/compare/shapes/duration.ts';
import { OtherUnits, sameUnit } from '#explorer/pages/compare/shapes/other-units.tsx';
import { axisOfValues, type ShapeAxis } from '#explorer/pages/compare/shapes/shape-axis.ts';
import type { ShapePen, ShapeScene } from '#explorer/pages/compare/shapes/shape-drawing.ts';
import { ShapePlot, type ShapeReading } from '#explorer/pages/compare/shapes/shape-plot.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import type { ShownLine } from '#view/compare/shown-line';
import { formatCount, formatValue } from '#view/values/value-text';

interface LineCurve {
  readonly line: ShownLine;
  readonly curve: DurationCurve;
}

const SHARES: ShapeAxis = {
  min: 0,
  max: 100,
  splits: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((at) => ({ at, text: `${at} %` })),
  title: 'share of the time',
};

export function DurationTab({ view, lines, common, chart }: ShapeProps) {
  const curves = useMemo(
    () => curvesOf(lines, common, view.allHours === true),
    [lines, common, view.allHours],
  );
  const scene = useMemo(() => sceneOf(curves, lines[0]!.unit), [curves, lines]);
  if (curves.length === 0) return <p className="notice">The lines have no hours in common.</p>;
  const names = curves.map(({ line }) => line.label).join('; ');
  const idleText = view.allHours
    ? 'Each line over all of its own hours'
    : `${formatCount(common.observedRows.length)} ${nounOf(common)} that all lines have`;
  return (
    <>
      <ShapePlot
        ref={chart}
        title={`Duration curves of ${names}`}
        scene={scene}
        idleText={idleText}
        stopCount={101}
        readAt={(percent) => readAt(curves, percent)}
        stopNear={(x) => Math.round(Math.min(Math.max(x, 0), 100))}
      />
      <OtherUnits lines={lines} />
    </>
  );
}

function curvesOf(
  lines: readonly ShownLine[],
  common: CommonIntervals,
  allHours: boolean,
): LineCurve[] {
  return sameUnit(lines).flatMap((line) => {
    const index = lines.indexOf(line);
    const rows = rowsOf(common, index, allHours);
    if (rows.length === 0) return [];
    const values = rows.map((row) => common.lines[index]!.values[row]!);
    const seconds = rows.map((row) => common.ends[row]! - common.times[row]!);
    return [{ line, curve: durationCurve(values, seconds) }];
  });
}

const sceneOf = (curves: readonly LineCurve[], unit: string): ShapeScene => ({
  x: SHARES,
  y: axisOfValues(
    curves.flatMap(({ curve: { values } }) => [values[0]!, values.at(-1)!]),
    unit,
  ),
  labels: curves.map(({ line, curve }) => ({
    text: line.label,
    style: line.style,
    value: curve.values.at(-1)!,
  })),
  draw: (pen) => {
    for (const { line, curve } of curves.toReversed()) drawCurve(pen, curve, line.style);
  },
});

function drawCurve(
  { ctx, colours, ratio, xOf, yOf }: ShapePen,
  curve: DurationCurve,
  style: number,
) {
  ctx.beginPath();
  curve.values.forEach((value, i) => {
    const [start, end] = [curve.starts[i]!, curve.starts[i + 1] ?? 1];
    ctx.lineTo(xOf(start * 100), yOf(value));
    ctx.lineTo(xOf(end * 100), yOf(value));
  });
  ctx.strokeStyle = colours.series[style]!;
  ctx.lineWidth = 1.75 * ratio;
  ctx.stroke();
}

function readAt(curves: readonly LineCurve[], percent: number): ShapeReading {
  const found = curves.map(({ line, curve }) => ({
    line,
    value: valueAtShare(curve, percent / 100)!,
  }));
  const texts = found.map(
    ({ line, value }) => `${line.label} ${formatValue(value, line.decimals)}`,
  );
  return {
    text: `${percent} % of the time at least: ${texts.join(' · ')} ${curves[0]!.line.unit}`,
    x: percent,
    dots: found.map(({ line, value }) => ({ y: value, style: line.style })),
  };
}
