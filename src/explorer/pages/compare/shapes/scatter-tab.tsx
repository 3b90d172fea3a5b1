// Two lines against each other: a point for each interval that both have.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { correlate } from '#explorer/pages/compare/hours/correlate.ts';
import { commonIntervals, nounOf } from '#explorer/pages/compare/hours/shared-intervals.ts';
import { LineSelect } from '#explorer/pages/compare/shapes/line-select.tsx';
import { type Fit, fitLine } from '#explorer/pages/compare/shapes/scatter.ts';
import { axisOfValues } from '#explorer/pages/compare/shapes/shape-axis.ts';
import type { ShapePen, ShapeScene } from '#explorer/pages/compare/shapes/shape-drawing.ts';
import { ShapePlot, type ShapeReading } from '#explorer/pages/compare/shapes/shape-plot.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import { intervalText } from '#view/axes/time-text';
import type { ShownLine } from '#view/compare/shown-line';
import { signedText } from '#view/values/signed-text';
import { formatCount, formatValue } from '#view/values/value-text';

/** The points, in the order of x. */
interface Points {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly times: readonly number[];
  readonly ends: readonly number[];
  readonly noun: string;
  readonly fit: Fit | undefined;
  readonly coefficient: number | undefined;
}

export function ScatterTab({ view, lines, zone, chart }: ShapeProps) {
  const { show } = useViewScope();
  const market = marketZoneOf(useAbout());
  const x = lines.find(({ name }) => name === view.x) ?? lines[0]!;
  const y = lines.find(({ name }) => name === view.y) ?? lines.find((one) => one !== x);
  const points = useMemo(() => y && pointsOf(x, y, market), [x, y, market]);
  const scene = useMemo(() => points && y && sceneOf(x, y, points), [x, y, points]);
  if (!y || !points || !scene) return <p className="notice">A scatter needs two lines.</p>;
  const choose = (part: { x?: string; y?: string }): void =>
    show({ ...view, x: x.name, y: y.name, ...part }, { replace: true });
  return (
    <>
      <div className="shape-choices">
        <LineSelect
          label="Along"
          lines={lines}
          value={x.name}
          onChoose={(name) => choose({ x: name })}
        />
        <LineSelect
          label="Up"
          lines={lines}
          value={y.name}
          onChoose={(name) => choose({ y: name })}
        />
        <button type="button" className="button" onClick={() => choose({ x: y.name, y: x.name })}>
          Swap
        </button>
      </div>
      {points.xs.length === 0 ? (
        <p className="notice">The two lines have no hours in common.</p>
      ) : (
        <ShapePlot
          ref={chart}
          title={`${y.label} over ${x.label}`}
          scene={scene}
          idleText={summaryOf(x, y, points)}
          stopCount={points.xs.length}
          readAt={(at) => readAt(x, y, points, zone, at)}
          stopNear={(atX, atY) => nearest(points, scene, atX, atY)}
        />
      )}
    </>
  );
}

function pointsOf(x: ShownLine, y: ShownLine, market: Zone): Points {
  const common = commonIntervals([x, y], market);
  const [left, right] = common.lines.map(({ values }) => values);
  const rows = common.observedRows.toSorted((a, b) => left![a]! - left![b]!);
  const [xs, ys] = [rows.map((row) => left![row]!), rows.map((row) => right![row]!)];
  const byTime = common.observedRows.map((row) => common.times[row]!);
  const stamped = (values: readonly (number | null)[] | undefined) => ({
    times: byTime,
    values: common.observedRows.map((row) => values![row]!),
  });
  return {
    xs,
    ys,
    times: rows.map((row) => common.times[row]!),
    ends: rows.map((row) => common.ends[row]!),
    noun: nounOf(common),
    fit: fitLine(xs, ys),
    coefficient: correlate(stamped(left), stamped(right)).coefficient,
  };
}

/** Writes `360 hours that both have · correlation −0.42 · slope −0.0012 EUR/MWh per MWh`. */
function summaryOf(x: ShownLine, y: ShownLine, { xs, noun, fit, coefficient }: Points): string {
  const parts = [`${formatCount(xs.length)} ${noun} that both have`];
  if (coefficient !== undefined) parts.push(`correlation ${formatValue(coefficient, 2)}`);
  if (fit) {
    const size = Math.abs(fit.slope);
    const decimals =
      size === 0 ? 2 : Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(size)) + 1));
    parts.push(`slope ${signedText(fit.slope, decimals)} ${y.unit} per ${x.unit}`);
  }
  return parts.join(' · ');
}

const sceneOf = (x: ShownLine, y: ShownLine, { xs, ys, fit }: Points): ShapeScene => ({
  x: axisOfValues(xs, `${x.label}, ${x.unit}`),
  y: axisOfValues(ys, `${y.label}, ${y.unit}`),
  labels: [],
  draw: (pen) => {
    drawPoints(pen, xs, ys);
    if (fit) drawFit(pen, fit, xs);
  },
});

function drawPoints(
  { ctx, colours, ratio, xOf, yOf }: ShapePen,
  xs: readonly number[],
  ys: readonly number[],
) {
  const isDense = xs.length > 2000;
  const radius = (isDense ? 1.25 : 2.5) * ratio;
  ctx.fillStyle = colours.series[0]!;
  ctx.globalAlpha = xs.length > 500 ? 0.35 : 0.6;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xOf(xs[i]!), yOf(ys[i]!)];
    // Squares of this size look like dots and are drawn many times faster.
    if (isDense) ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    else {
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
}

function drawFit({ ctx, colours, ratio, xOf, yOf }: ShapePen, fit: Fit, xs: readonly number[]) {
  ctx.beginPath();
  for (const at of [xs[0]!, xs.at(-1)!]) ctx.lineTo(xOf(at), yOf(fit.intercept + fit.slope * at));
  ctx.strokeStyle = colours.series[1]!;
  ctx.lineWidth = 1.75 * ratio;
  ctx.stroke();
}

function nearest({ xs, ys }: Points, { x, y }: ShapeScene, atX: number, atY: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < xs.length; i++) {
    const dx = (xs[i]! - atX) / (x.max - x.min);
    const dy = (ys[i]! - atY) / (y.max - y.min);
    const distance = dx * dx + dy * dy;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

function readAt(x: ShownLine, y: ShownLine, points: Points, zone: Zone, at: number): ShapeReading {
  const [xValue, yValue] = [points.xs[at]!, points.ys[at]!];
  const when = intervalText(points.times[at]!, points.ends[at]!, zone);
  const text = [x, y].map((line, i) => {
    const value = formatValue(i === 0 ? xValue : yValue, line.decimals);
    return `${line.label} ${value} ${line.unit}`;
  });
  return { text: `${when} · ${text.join(' · ')}`, x: xValue, dots: [{ y: yValue, style: 0 }] };
}
