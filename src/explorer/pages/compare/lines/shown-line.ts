// A line of the comparison as chart, figures, table and file show it: a series, or a formula of several.

import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { ChartSeries } from '#explorer/chart/scene/chart-data.ts';
import type { ComparedLine } from '#explorer/pages/compare/lines/draw-line.ts';
import type { GridLine } from '#explorer/pages/compare/lines/grid-line.ts';
import { labelOf } from '#explorer/pages/compare/lines/shift-choices.ts';
import { columnDecimals, fileDecimals } from '#explorer/series/column-decimals.ts';
import { isReduced } from '#explorer/series/periods.ts';
import { resolutionOfAnswer, spanOfAnswer } from '#explorer/series/series-facts.ts';
import { comparedText } from '#explorer/state/comparison.ts';

export interface ShownLine extends GridLine {
  /** Its place in the list, which is its colour. */
  readonly style: number;
  /** The line as the address writes it: `dehrprice~-7`, or a formula. */
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly partial: ReadonlySet<number>;
  /** What the readout adds to single values. */
  readonly notes: ReadonlyMap<number, string> | undefined;
  readonly decimals: number;
  /** The decimals in a file; undefined is as many as the values have. */
  readonly fileDecimals: number | undefined;
  /** Whether its values are made of finer ones. */
  readonly isReduced: boolean;
  /** The span that the server answered; undefined if the line is shifted. */
  readonly answered: ReturnType<typeof spanOfAnswer>;
}

export const resolutionOfLine = ({ answer }: ComparedLine): Resolution =>
  resolutionOfAnswer(answer) ?? resolutionOf('hour');

/** The span that the server answered for a line that is not shifted. */
export const answeredSpan = ({ answer, shiftDays }: ComparedLine) =>
  shiftDays === 0 ? spanOfAnswer(answer) : undefined;

export function lineOfSeries(line: ComparedLine, style: number): ShownLine {
  const { answer, shiftDays } = line;
  const { seriesId, unit } = answer;
  return {
    ...line,
    style,
    name: comparedText({ seriesId, shiftDays }),
    label: labelOf(seriesId, shiftDays),
    unit,
    resolution: resolutionOfLine(line),
    decimals: columnDecimals(answer),
    fileDecimals: fileDecimals(answer),
    isReduced: isReduced(answer),
    answered: answeredSpan(line),
  };
}

export const chartSeriesOf = (line: ShownLine): ChartSeries => ({
  id: String(line.style),
  label: line.label,
  unit: line.unit,
  times: line.times,
  values: line.values,
  endTime: line.endTime,
  lastObserved: line.lastObserved ?? Number.NEGATIVE_INFINITY,
  partial: line.partial,
  notes: line.notes,
  decimals: line.decimals,
  style: line.style,
});

/** The values as a file has them. */
export function fileValues({ values, fileDecimals: decimals }: ShownLine) {
  if (decimals === undefined) return values;
  return values.map((value) => (value === null ? null : Number(value.toFixed(decimals))));
}
