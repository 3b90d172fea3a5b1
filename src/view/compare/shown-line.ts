// A line of the comparison as chart, figures, table and file show it: a series, or a formula of several.

import { type Resolution, resolutionOf } from '#core/time/resolution';
import { type ComparedSeries, comparedText } from '#view/address/comparison';
import type { ChartSeries } from '#view/chart/chart-series';
import type { ComparedLine } from '#view/compare/draw-line';
import type { GridLine } from '#view/compare/grid-line';
import { labelOf } from '#view/compare/shift-choices';
import { columnDecimals, fileDecimals } from '#view/values/column-decimals';
import { isReduced } from '#view/values/periods';
import { resolutionOfAnswer, spanOfAnswer } from '#view/values/series-facts';

export interface ShownLine extends GridLine {
  /** Its place in the list, which is its colour. */
  readonly style: number;
  /** The line as the address writes it: `dehrprice~-7`, or a formula. */
  readonly name: string;
  readonly label: string;
  /** The series and its shift; undefined if the line is a formula. */
  readonly series?: ComparedSeries;
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
    series: { seriesId, shiftDays },
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
