// Wire shapes of GET …/short-term/bands and …/forecasts/{seriesId}/bands: one model run with its bands.

import { optionalText, utc } from '#contract/fields';
import { ForecastAnswerSchema, ForecastQuery } from '#contract/forecast';
import { type Static, Type } from '#contract/schema';

export const BandsQuery = Type.Object({
  ...ForecastQuery.properties,
  resolution: optionalText(
    'The run’s own, which is also the default: bands cannot be averaged',
    'Hourly',
  ),
  level: optionalText(
    'Levels of the bands in percent, 1 to 98, with commas between them. Left out: 80 and 90, or all that an imported run has. A run of Gridtide’s model has every level; an imported one those that it came with.',
    '50,95',
  ),
  quantile: optionalText(
    'Adds quantiles in percent, 1 to 99, with commas between them: the share of the actual values that is expected at or below',
    '10,50,90',
  ),
});
export type BandsQuery = Static<typeof BandsQuery>;

const { issueTime, source, asOf, level, quantile } = BandsQuery.properties;

export const SeriesBandsQuery = Type.Object({
  issueTime,
  startDate: optionalText('First instant, UTC. Left out: the run’s first', '2024-05-17T00:00:00Z'),
  endDate: optionalText('Last instant (included), UTC. Left out: the run’s last', '2024-05-18'),
  source,
  asOf,
  level,
  quantile,
});
export type SeriesBandsQuery = Static<typeof SeriesBandsQuery>;

const bound = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });

export const BandsAnswerSchema = Type.Object(
  {
    analyzedTime: utc('Time of the model run'),
    runs: Type.Array(
      Type.Object({
        area: Type.String({ examples: ['DE'] }),
        seriesName: Type.String({ examples: ['hrprice'] }),
        source: Type.String({ description: 'What made the run', examples: ['gridtide'] }),
        tier: Type.Union([Type.String({ examples: ['full'] }), Type.Null()], {
          description: 'How much history the model had; null if the run does not say',
        }),
        historyDays: Type.Union([Type.Integer(), Type.Null()], { examples: [740] }),
        members: Type.Array(
          Type.Object({
            name: Type.String({ examples: ['lear56'] }),
            weight: Type.Number({ examples: [0.25] }),
            isDropped: Type.Boolean({ description: 'Left out for being worse than naive' }),
          }),
        ),
        drivers: Type.Array(Type.String({ examples: ['dehrconsforecast'] }), {
          description: 'Series that were used besides the forecast one',
        }),
        notes: Type.Array(Type.String()),
        bands: Type.Array(Type.Number(), {
          description: 'Levels of the bands in percent; [] if the run has none',
          examples: [[80, 90]],
        }),
        quantiles: Type.Optional(
          Type.Array(Type.Number(), {
            description:
              'The quantiles in percent that the run stores. Any other lies between two of them. Left out if the run came with bands only.',
            examples: [[1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]],
          }),
        ),
      }),
    ),
    data: Type.Array(
      Type.Object({
        ...ForecastAnswerSchema.properties.data.items.properties,
        bands: Type.Array(
          Type.Object({
            level: Type.Number({
              description: 'The actual value is expected inside this often, percent',
              examples: [80],
            }),
            lower: bound('Lower bound', 52.1),
            upper: bound('Upper bound', 70.9),
          }),
        ),
        quantiles: Type.Optional(
          Type.Array(
            Type.Object({
              percent: Type.Number({ examples: [50] }),
              value: bound('The quantile', 61.2),
            }),
            { description: 'Those that were asked for and that the run has' },
          ),
        ),
      }),
    ),
  },
  { description: 'One model run with its bands' },
);
export type BandsAnswer = Static<typeof BandsAnswerSchema>;
