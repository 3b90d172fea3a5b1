// What a scorecard can be broken down by.

import type { AccuracyFigures, SourceAccuracy } from '#contract/accuracy';

export interface Breakdown {
  readonly title: string;
  /** The groups of a source, each with its name and its figures. */
  groupsOf(source: SourceAccuracy): { readonly name: string; readonly figures: AccuracyFigures }[];
}

export const BREAKDOWNS: Readonly<Record<string, Breakdown>> = {
  lead: {
    title: 'DAYS AHEAD',
    groupsOf: ({ byLeadDay }) =>
      byLeadDay.map((figures) => ({ name: String(figures.leadDays), figures })),
  },
  hour: {
    title: 'HOUR',
    groupsOf: ({ byHour }) =>
      byHour.map((figures) => ({ name: String(figures.hour).padStart(2, '0'), figures })),
  },
  block: {
    title: 'BLOCK',
    groupsOf: ({ byBlock }) =>
      byBlock.map((figures) => ({ name: `${figures.block} ${figures.hours}`, figures })),
  },
  month: {
    title: 'MONTH',
    groupsOf: ({ byMonth }) => byMonth.map((figures) => ({ name: figures.month, figures })),
  },
  'day-type': {
    title: 'DAY TYPE',
    groupsOf: ({ byDayType }) =>
      byDayType.map((figures) => ({ name: figures.dayType.replaceAll('-', ' '), figures })),
  },
};
