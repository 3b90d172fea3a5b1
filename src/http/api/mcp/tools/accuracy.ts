// accuracy: how good each source's forecasts of a series, or of an area and category, were.

import type { AccuracyFigures } from '#contract/accuracy';
import { AREAS } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import { addressOf, shown } from '#http/api/mcp/tools/brief-points';
import {
  AS_OF,
  argumentsOf,
  listOf,
  objectOf,
  orNull,
  type Tool,
  type ToolSchema,
  text,
} from '#http/api/mcp/tools/tool';
import { describeAccuracy } from '#http/writers/write-accuracy';
import {
  type AccuracyAsked,
  type AccuracyRequest,
  parseAccuracyRequest,
} from '#service/accuracy/parse-accuracy-request';
import { scoreRuns, settleAccuracy } from '#service/accuracy/score-runs';
import { readFromOneState } from '#service/one-state';

const figure = (description: string): ToolSchema => orNull({ type: 'number', description });

const FIGURES = objectOf({
  scored: { type: 'integer', description: 'Values with a forecast and an actual value' },
  missing: { type: 'integer', description: 'Values that lack one of them' },
  mae: figure('Mean absolute error, in the unit'),
  rmse: figure('Root of the mean squared error'),
  bias: figure('Mean of forecast minus actual'),
  percent: figure('Symmetric percentage error of prices, percentage error of others'),
  rmaeWeekly: figure('MAE over that of the value a week before: below 1 is better than naive'),
  crps: figure('Continuous ranked probability score, if runs have bands'),
  crpsScored: { type: 'integer', description: 'Values that crps is from' },
  bands: listOf(
    objectOf({
      level: { type: 'number', description: 'Percent' },
      coverage: figure('The share of actual values within, 0 to 1'),
    }),
    'By level',
  ),
});

const AREA_CODES = AREAS.map(({ code }) => code).join(', ');
const CATEGORY_NAMES = CATEGORIES.map(({ name }) => name).join(', ');

export const ACCURACY: Tool = {
  name: 'accuracy',
  title: 'Accuracy of forecasts',
  description:
    'Scores every source of forecasts of a series, or of an area’s price, production, consumption or other category, against what came: a day ahead, by the last run issued before the gate closes, and by days ahead. At most 400 days; the last 90 by default.',
  inputSchema: argumentsOf({
    seriesId: text(
      'Identifier of any series with runs, in place of area and category',
      'dehrprice',
    ),
    area: text(`${AREA_CODES}, or another whose series are stored`, 'DE'),
    category: text(
      `${CATEGORY_NAMES}, or another whose series are stored, such as hrwind`,
      'hrprice',
    ),
    from: text('First instant, UTC: a date or an instant', '2024-05-01'),
    to: text('Last instant, UTC, included', '2024-05-17'),
    source: text('Only this source', 'gridtide'),
    issuedBefore: text('Only runs issued before this time of day, market time', '12:00'),
    asOf: AS_OF,
  }),
  outputSchema: objectOf({
    seriesId: text('The series that is forecast'),
    unit: text('Its unit'),
    from: text('The span'),
    to: text('Its end'),
    issuedBefore: text('Runs issued before this time of day count'),
    sameHours: { type: 'integer', description: 'Values that every source has a forecast of' },
    sources: listOf(
      objectOf({
        source: text('Its name'),
        kind: text('runs, or series of day-ahead forecasts'),
        runs: { type: 'integer', description: 'Its runs that reach into the span' },
        dayAhead: FIGURES,
        sameHours: { ...FIGURES, description: 'Only values that every source has: compare these' },
        byLeadDay: listOf(
          objectOf({
            leadDays: { type: 'integer', description: 'Market days ahead' },
            scored: { type: 'integer', description: 'Values' },
            mae: figure('Mean absolute error'),
          }),
          'By days ahead',
        ),
      }),
      'Every source that forecast the span',
    ),
    page: text('The scorecard on the web page'),
  }),
  call: async ({ args, caller, now, context, origin }) => {
    const wanted = parseAccuracyRequest(args as AccuracyAsked, now, context);
    const card = await readFromOneState(context, wanted.asOf, 'asOf', async (past) =>
      scoreRuns(await settleAccuracy(wanted, caller, past), past),
    );
    const told = describeAccuracy(card, context);
    const { seriesId, unit, from, to, issuedBefore, sameHours } = told;
    return {
      ...{ seriesId, unit, from, to, issuedBefore, sameHours },
      sources: told.sources.map(({ source, kind, runs, dayAhead, sameHours: same, byLeadDay }) => ({
        ...{ source, kind, runs, dayAhead: figuresOf(dayAhead), sameHours: figuresOf(same) },
        byLeadDay: byLeadDay.map(({ leadDays, scored, mae }) => ({
          ...{ leadDays, scored, mae: rounded(mae) },
        })),
      })),
      page: addressOf(origin, hasPage(wanted) ? `/f/${told.area}` : `/s/${seriesId}`, {}),
    };
  },
};

/** Whether the page of forecasts shows the pair: it has the areas and categories of the tables. */
const hasPage = ({ of }: AccuracyRequest): boolean =>
  typeof of !== 'string' && of.doubt === undefined;

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : shown(value);

const figuresOf = (figures: AccuracyFigures) => ({
  ...{ scored: figures.scored, missing: figures.missing },
  ...{ mae: rounded(figures.mae), rmse: rounded(figures.rmse), bias: rounded(figures.bias) },
  percent: rounded(figures.smape ?? figures.mape),
  ...{ rmaeWeekly: rounded(figures.rmaeWeekly), crps: rounded(figures.crps) },
  crpsScored: figures.crpsScored,
  bands: figures.bands.map(({ level, coverage }) => ({ level, coverage: rounded(coverage) })),
});
