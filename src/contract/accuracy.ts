// Wire shapes of GET /api/v1/accuracy, the scorecard of an area and category, and of …/forecasts/{seriesId}/accuracy.

import { optionalText, utc } from '#contract/fields';
import { type Fields, type Static, Type } from '#contract/schema';
import { AREAS } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import { FEW_VALUES_TEXT } from '#core/values/tally';

const figure = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

export const AccuracyQuery = Type.Object({
  area: Type.String({
    description: `Area code: ${AREAS.map(({ code }) => code).join(', ')}, or another whose series are stored`,
    examples: ['DE'],
  }),
  category: Type.String({
    description: `Category: ${CATEGORIES.map(({ name }) => name).join(', ')}, or another whose series are stored, such as hrwind`,
    examples: ['hrprice'],
  }),
  from: optionalText(
    'First instant, UTC. Left out: 90 days before the end.',
    '2024-05-01T00:00:00Z',
  ),
  to: optionalText(
    'Last instant (included), UTC. Left out: the end of today.',
    '2024-05-17T23:00:00Z',
  ),
  source: optionalText('Only this source is shown. Left out: every one.', 'gridtide'),
  issuedBefore: optionalText(
    'Only runs issued before this time of day count, market time; 24:00 counts every run. Left out: when the gate closes (GATE_CLOSURE of the server).',
    '12:00',
  ),
  asOf: optionalText('Answer as of then', '2024-05-17T10:00:00Z'),
});
export type AccuracyQuery = Static<typeof AccuracyQuery>;

const { area: _, category: __, ...questionsOfSeries } = AccuracyQuery.properties;

export const SeriesAccuracyQuery = Type.Object(questionsOfSeries);
export type SeriesAccuracyQuery = Static<typeof SeriesAccuracyQuery>;

const figures = {
  scored: Type.Integer({
    description: 'Values that have both a forecast and an actual value',
    examples: [2160],
  }),
  missing: Type.Integer({ description: 'Values that lack one of them', examples: [0] }),
  fewValues: Type.Array(Type.String({ examples: ['crps'] }), {
    description: `The names of these figures that come from ${FEW_VALUES_TEXT}; a band is named like band80`,
  }),
  slice: Type.Union([Type.String(), Type.Null()], {
    description:
      'Address of the slice that holds the rows of these figures, from the first value to the last; null without any',
    examples: [
      '/api/v1/forecasts/dehrprice/sliced?daysAhead=1&issuedBefore=12:00&source=gridtide&from=2024-05-01T00:00:00Z&to=2024-05-16T21:00:00Z&bands=true&actual=true',
    ],
  }),
  mae: figure('Mean absolute error, in the series’ unit', 6.2),
  rmse: figure('Root of the mean squared error', 9.1),
  bias: figure('Mean of forecast minus actual', -0.4),
  smape: Type.Optional(figure('Symmetric mean absolute percentage error; prices only', 9.8)),
  mape: Type.Optional(figure('Mean absolute percentage error; all but prices', 2.1)),
  mapeScored: Type.Optional(
    Type.Integer({ description: 'Values of mape: those that are not 0', examples: [2160] }),
  ),
  rmaeWeekly: figure('MAE over that of the value a week before', 0.51),
  rmaeWeeklyScored: Type.Integer({
    description: 'Values of rmaeWeekly: those with a value a week before',
    examples: [2160],
  }),
  rmaeStandard: figure(
    'MAE over that of the value a week before on Mondays, Saturdays and Sundays, else a day before',
    0.62,
  ),
  rmaeStandardScored: Type.Integer({ description: 'Values of rmaeStandard', examples: [2160] }),
  crps: figure(
    'Continuous ranked probability score, in the series’ unit: twice the mean pinball loss over the nine deciles of runs with quantiles; if no run of the source has quantiles, by the bands of its runs; null if no run had bands',
    4.4,
  ),
  crpsScored: Type.Integer({
    description:
      'Values of crps. If the source has runs with quantiles, its runs that came with bands only are not among them.',
    examples: [2160],
  }),
  bands: Type.Array(
    Type.Object({
      level: Type.Number({ description: 'Percent', examples: [80] }),
      scored: Type.Integer({ examples: [2160] }),
      coverage: Type.Number({
        description: 'Hit rate: the share of the actual values within, 0 to 1',
        examples: [0.801],
      }),
      width: Type.Number({ description: 'Mean width', examples: [21.4] }),
    }),
    { description: 'By level; [] if no run had bands' },
  ),
};

export const AccuracyFigures = Type.Object(figures);
export type AccuracyFigures = Static<typeof AccuracyFigures>;

const grouped = <Key extends Fields>(key: Key, description: string) =>
  Type.Array(Type.Object({ ...key, ...figures }), { description });

export const SourceAccuracySchema = Type.Object({
  source: Type.String({ examples: ['gridtide'] }),
  kind: Type.String({
    description:
      'runs, hindcast for runs that were made afterwards (gridtide-hindcast, or gridtide-hindcast/NAME of a definition), or series for a stored series of day-ahead forecasts',
    examples: ['runs'],
  }),
  runs: Type.Integer({ description: 'Runs that reach into the span', examples: [180] }),
  runsInTime: Type.Integer({
    description: 'Those of them that were issued before issuedBefore',
    examples: [90],
  }),
  dayAhead: Type.Object(figures, {
    description: 'Each value by the last run that was issued in time on the market day before it',
  }),
  sameHours: Type.Object(figures, {
    description: 'The same, only for values that every source has a forecast of',
  }),
  byLeadDay: grouped(
    { leadDays: Type.Integer({ description: 'Days from run to value', examples: [1] }) },
    'Each value by the last run in time of 1 to 7 market days before it',
  ),
  byLeadHour: grouped(
    { leadHours: Type.Integer({ description: 'Whole hours from run to value', examples: [16] }) },
    'Day-ahead by hours from the run to the value',
  ),
  byHour: grouped(
    { hour: Type.Integer({ description: 'Market time, 0 to 23', examples: [18] }) },
    'Day-ahead by hour of the day',
  ),
  byBlock: grouped(
    {
      block: Type.String({ examples: ['peak'] }),
      hours: Type.String({ description: 'Market time', examples: ['09-20'] }),
    },
    'Day-ahead by hour block; a value can be in several',
  ),
  byMonth: grouped({ month: Type.String({ examples: ['2024-05'] }) }, 'Day-ahead by market month'),
  byDayType: grouped(
    {
      dayType: Type.String({
        description: 'working-day, saturday or sunday-or-holiday',
        examples: ['working-day'],
      }),
    },
    'Day-ahead by day type',
  ),
});
export type SourceAccuracy = Static<typeof SourceAccuracySchema>;

export const AccuracyAnswerSchema = Type.Object(
  {
    area: Type.String({ description: 'Empty if the series has none', examples: ['DE'] }),
    category: Type.String({ description: 'Empty if the series has none', examples: ['hrprice'] }),
    seriesId: Type.String({ examples: ['dehrprice'] }),
    unit: Type.String({ examples: ['EUR/MWh'] }),
    resolution: Type.String({ examples: ['Hourly'] }),
    from: utc('First instant of the span'),
    to: utc('Last instant of the span'),
    issuedBefore: Type.String({
      description: 'Runs issued before this time of day count; 24:00 counts every run',
      examples: ['12:00'],
    }),
    zone: Type.String({
      description: 'The time zone of issuedBefore and of days',
      examples: ['Europe/Berlin'],
    }),
    lastObserved: Type.Union([utc('Last actual value; later ones are not due'), Type.Null()]),
    sameHours: Type.Integer({
      description: 'Values for which every source has a day-ahead forecast',
      examples: [2160],
    }),
    sourceNames: Type.Array(Type.String({ examples: ['gridtide'] }), {
      description: 'Every source with a forecast in the span',
    }),
    sources: Type.Array(SourceAccuracySchema),
  },
  { description: 'How good the forecasts of a series were' },
);
export type AccuracyAnswer = Static<typeof AccuracyAnswerSchema>;
