// The figures of lines: one sentence below a chart, or large ones. Pure.

import type { Zone } from '#core/time/zone';
import type { Figure, FigureGroup } from '#pictures/parts/figures';
import { intervalText } from '#view/axes/time-text';
import { meanDecimals } from '#view/values/column-decimals';
import {
  type IntervalValues,
  type Statistics,
  summarize,
  type TimedValue,
} from '#view/values/stats';
import { formatCount, formatValue } from '#view/values/value-text';

/** A line with what its figures are written with. */
export interface FiguredLine extends IntervalValues {
  readonly decimals: number;
  readonly unit: string;
}

const whenText = ({ times, endTime }: FiguredLine, { time }: TimedValue, zone: Zone): string =>
  intervalText(time, times[times.indexOf(time) + 1] ?? endTime, zone);

/** Writes `min 12.30 · mean 45.61 · max 78.90 · last 50.10 EUR/MWh, Tue 10 Nov 2026, 11:00`. */
export function figureLine(line: FiguredLine, zone: Zone): string {
  const { observed, forecast } = summarize(line);
  const found = observed ?? forecast;
  if (!found) return '';
  const text = ({ value }: TimedValue): string => formatValue(value, line.decimals);
  const parts = [
    `min ${text(found.min)}`,
    `mean ${formatValue(found.mean, meanDecimals(line.decimals))}`,
    `max ${text(found.max)}`,
    `last ${text(found.last)} ${line.unit}, ${whenText(line, found.last, zone)}`,
  ];
  return `${observed ? '' : 'forecast: '}${parts.join(' · ')}`;
}

/** The figures of what was observed and, apart from them, of what is forecast. */
export function figureGroups(line: FiguredLine, zone: Zone, name = ''): FigureGroup[] {
  const { observed, forecast } = summarize(line);
  const titled = (kind: string, isNeeded: boolean): string =>
    [name, isNeeded ? kind : ''].filter(Boolean).join(', ');
  return [
    ...(observed
      ? [
          {
            name: titled('observed', forecast !== undefined),
            figures: figuresOf(line, observed, zone),
          },
        ]
      : []),
    ...(forecast
      ? [{ name: titled('forecast', true), figures: figuresOf(line, forecast, zone) }]
      : []),
  ];
}

function figuresOf(line: FiguredLine, { last, mean, min, max, count }: Statistics, zone: Zone) {
  const figure = (title: string, timed: TimedValue): Figure => ({
    name: title,
    text: formatValue(timed.value, line.decimals),
    note: whenText(line, timed, zone),
  });
  const meanFigure: Figure = {
    name: 'Mean',
    text: formatValue(mean, meanDecimals(line.decimals)),
    note: `of ${formatCount(count)} ${count === 1 ? 'value' : 'values'}, ${line.unit}`,
  };
  return [figure('Last', last), meanFigure, figure('Min', min), figure('Max', max)];
}
