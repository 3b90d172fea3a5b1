// Wire shapes of GET …/days: base and peak of yesterday, today and tomorrow, area by area.

import { optionalText, utc } from '#contract/fields';
import { source } from '#contract/forecast';
import { type Schema, type Static, Type } from '#contract/schema';

const nullable = <T extends Schema>(shape: T) => Type.Union([shape, Type.Null()]);

const Figure = nullable(
  Type.Object({
    mean: Type.Number({ examples: [61.5] }),
    count: Type.Integer({ description: 'The values that it is made of', examples: [24] }),
    expected: Type.Integer({ description: 'The intervals of the whole', examples: [24] }),
    kind: Type.String({ description: 'observed, forecast or mixed', examples: ['observed'] }),
  }),
);

export const DayFiguresQuery = Type.Object({
  balanceCategory: optionalText('The first category that the plan has by default', 'hrprice'),
  source,
});
export type DayFiguresQuery = Static<typeof DayFiguresQuery>;

export const DayFiguresAnswer = Type.Object(
  {
    balanceCategory: Type.String({ examples: ['hrprice'] }),
    categories: Type.Array(Type.String(), {
      description: 'The categories of which the plan has a series',
      examples: [['hrprice', 'hrcons']],
    }),
    days: Type.Array(Type.String(), {
      description: 'Yesterday, today and tomorrow, market time',
      examples: [['2024-05-16', '2024-05-17', '2024-05-18']],
    }),
    areas: Type.Array(
      Type.Object({
        area: Type.String({ examples: ['DE'] }),
        description: Type.String({ examples: ['Germany'] }),
        seriesId: Type.String({ examples: ['dehrprice'] }),
        unit: Type.String({ examples: ['EUR/MWh'] }),
        lastTime: nullable(utc('Time stamp of the last observed value')),
        late: Type.Boolean({
          description: 'A price whose present hour is not known, or another value older than a day',
        }),
        analyzedTime: nullable(utc('Issue time of the newest run')),
        source: nullable(Type.String({ description: 'Its source', examples: ['model'] })),
        days: Type.Array(
          Type.Object({ base: Figure, peak: Figure }, { description: 'In the order of `days`' }),
        ),
      }),
      { description: 'The areas of which the plan has the series' },
    ),
  },
  { description: 'Base and peak of three days, area by area' },
);
export type DayFiguresAnswer = Static<typeof DayFiguresAnswer>;
