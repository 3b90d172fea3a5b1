// The names of lines beside their ends, and the key of a chart whose names are too long for that. Pure.

import { seriesColour } from '#pictures/palette';
import { dashOf } from '#pictures/parts/draw-lines';
import { type LineChart, linesOf, type Plot, yOfValue } from '#pictures/parts/plot';
import { element, joinSvg, numberText, type Svg } from '#pictures/svg/element';
import type { Drawing, Pen } from '#pictures/svg/pen';
import { lastValueIn, moveApart } from '#view/chart/line-ends';
import { bandsLabel } from '#view/runs/run-bands';

const FONT = 12;
const GAP = 6;
const MARK = 8;
const LINE_HEIGHT = 15;
/** The widest share of a drawing that the names take. */
const WIDEST = 0.26;

/** The room that the names need beside the plot. */
export function endLabelRoom(labels: readonly string[], width: number, pen: Pen): number {
  const widest = Math.max(0, ...labels.map((label) => pen.width(label, { size: FONT })));
  return Math.ceil(Math.min(widest + 2 * GAP + MARK, width * WIDEST));
}

export function drawEndLabels(chart: LineChart, plot: Plot, edge: number, pen: Pen): Svg {
  const { scale } = plot;
  if (!scale) return joinSvg();
  const labels = linesOf(chart).flatMap((line) => {
    const value = lastValueIn(line, plot.span);
    const { label, style } = line.series;
    return value === undefined ? [] : [{ label, style, y: yOfValue(plot, scale, value) }];
  });
  moveApart(labels, LINE_HEIGHT, plot.top, plot.top + plot.height);
  const left = plot.left + plot.width + GAP;
  return joinSvg(
    ...labels.map(({ label, style, y }) =>
      joinSvg(
        pen.box(left, y - 1, MARK, 2.5, seriesColour(pen.palette, style)),
        pen.text(left + MARK + GAP / 2, y + 4, label, {
          size: FONT,
          room: edge - left - MARK - GAP / 2,
        }),
      ),
    ),
  );
}

const SAMPLE = 22;
const KEY_LINE = 18;

/** Draws a key of the lines, in as many rows as they need; faint ones share the last entry. */
export function drawKey({ series, bands }: LineChart, width: number, pen: Pen): Drawing {
  const faint = series.filter(({ isFaint }) => isFaint);
  const entries = [
    ...series
      .filter(({ isFaint }) => !isFaint)
      .map(({ label, style }) => ({ label, style, opacity: 1 })),
    ...faint.slice(0, 1).map(({ style }) => ({
      ...{ label: `${faint.length} older ${faint.length === 1 ? 'run' : 'runs'}`, style },
      opacity: 0.45,
    })),
  ];
  const parts: Svg[] = [];
  let [x, y] = [0, 12];
  const add = (label: string, sample: (x: number, y: number) => Svg): void => {
    const needed = SAMPLE + GAP + pen.width(label, { size: FONT });
    if (x > 0 && x + needed > width) [x, y] = [0, y + KEY_LINE];
    const room = width - x - SAMPLE - GAP;
    parts.push(sample(x, y - 4), pen.text(x + SAMPLE + GAP, y, label, { size: FONT, room }));
    x += needed + 2 * GAP + 6;
  };
  for (const { label, style, opacity } of entries) {
    const dash = dashOf(style, false).map(numberText).join(' ');
    const stroke = { stroke: seriesColour(pen.palette, style), 'stroke-width': 2 };
    add(label, (x1, y1) =>
      element('line', {
        ...{ x1, y1, x2: x1 + SAMPLE, y2: y1, ...stroke },
        ...{ 'stroke-dasharray': dash || undefined, 'stroke-opacity': opacity },
      }),
    );
  }
  if (bands && bands.run.bands.length > 0)
    add(bandsLabel(bands.run), (x1, y1) =>
      pen.box(x1, y1 - 5, SAMPLE, 10, seriesColour(pen.palette, bands.style), 0.3),
    );
  return { svg: joinSvg(...parts), height: parts.length === 0 ? 0 : y + 6 };
}
