// The figures of a day against those of the day before. Pure.

import type { DayFiguresAnswer } from '#contract/day-figures';

export type DayFigure = NonNullable<DayFiguresAnswer['areas'][number]['days'][number]['base']>;

const isWhole = ({ count, expected }: DayFigure): boolean => count === expected;

/** Newer less older. Undefined if one is missing or made of a part of its day: they do not compare. */
export function changeOf(newer: DayFigure | null, older: DayFigure | null): number | undefined {
  if (!newer || !older || !isWhole(newer) || !isWhole(older)) return undefined;
  return newer.mean - older.mean;
}

/** What a reader must know of a figure: `forecast`, `10 of 24`, or both. Empty if it is observed and whole. */
export function figureNote(figure: DayFigure): string {
  const kind =
    figure.kind === 'observed' ? '' : figure.kind === 'mixed' ? 'part forecast' : 'forecast';
  const part = isWhole(figure) ? '' : `${figure.count} of ${figure.expected}`;
  return [kind, part].filter(Boolean).join(', ');
}
