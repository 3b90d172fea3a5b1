// The areas with the highest and the lowest base of today and tomorrow. Pure.

import type { DayFiguresAnswer } from '#contract/day-figures';
import type { ShownFigure } from '#explorer/pages/boards/parts/figure-list.tsx';
import { figureNote } from '#view/tables/day-change';
import { decimalsFor, formatValue } from '#view/values/value-text';

/** The days of an answer are yesterday, today and tomorrow. */
const DAYS = [
  { day: 1, name: 'Today' },
  { day: 2, name: 'Tomorrow' },
];

export const startFigures = ({ areas }: DayFiguresAnswer): ShownFigure[] =>
  DAYS.flatMap(({ day, name }) => {
    const ranked = areas
      .flatMap(({ description, days }) => {
        const base = days[day]?.base;
        return base ? [{ description, base }] : [];
      })
      .sort((a, b) => b.base.mean - a.base.mean);
    const [highest, lowest] = [ranked[0], ranked.at(-1)];
    if (!highest || !lowest) return [];
    const decimals = decimalsFor(Math.abs(highest.base.mean));
    const figureOf = (title: string, { description, base }: typeof highest): ShownFigure => ({
      name: `${name}, ${title} base`,
      text: formatValue(base.mean, decimals),
      note: [description, figureNote(base)].filter(Boolean).join(', '),
    });
    return [figureOf('highest', highest), figureOf('lowest', lowest)];
  });
