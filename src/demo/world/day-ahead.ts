// Day-ahead forecasts of load, wind and sun for a few areas: the later value plus an error that is smooth in
// time and as large as in real forecasts.

import { type Area, findArea } from '#core/market/areas';
import { seriesIdOf } from '#core/market/categories';
import { HOURS_START, titleOfArea } from '#demo/world/area-series';
import { type DemoSeries, describe, type Generate } from '#demo/world/demo-series';
import { publishedUntil } from '#demo/world/known-until';
import { addNoise, seedOf } from '#demo/world/noise';

export const AHEAD_AREAS: readonly string[] = ['DE', 'FR', 'NL', 'NO2', 'SE3', 'DK1'];

/** Errors as shares of the value: slow ones last days, quick ones hours. */
const FORECASTS = [
  { category: 'hrconsforecast', quantity: 'load', what: 'consumption', slow: 0.012, quick: 0.01 },
  { category: 'hrwindforecast', quantity: 'wind', what: 'wind power', slow: 0.08, quick: 0.09 },
  { category: 'hrsolarforecast', quantity: 'solar', what: 'solar power', slow: 0.07, quick: 0.08 },
] as const;

const SLOW_HOURS = 47;
const QUICK_HOURS = 7;

const withError =
  (code: string, area: string, { quantity, slow, quick }: (typeof FORECASTS)[number]): Generate =>
  (europe, span) => {
    const error = new Float64Array(span.end - span.start);
    addNoise(error, span.start, seedOf(`${code} slow`), SLOW_HOURS, slow);
    addNoise(error, span.start, seedOf(`${code} quick`), QUICK_HOURS, quick);
    const actual = europe.values(area, quantity, span);
    return error.map((share, i) => Math.max(0, Math.round(actual[i]! * (1 + share))));
  };

function aheadOfArea(area: Area, forecast: (typeof FORECASTS)[number]): DemoSeries {
  const { category, what } = forecast;
  const code = seriesIdOf(area.code, category);
  const words = `${titleOfArea(area)} ${what}, day-ahead forecast`;
  const description = describe(words, code);
  return {
    definition: {
      code,
      description,
      unit: 'MWh',
      resolution: 'hour',
      area: area.code,
      category,
    },
    start: HOURS_START,
    knownUntil: publishedUntil,
    usesHours: true,
    generate: withError(code, area.code, forecast),
  };
}

export const AHEAD_SERIES: readonly DemoSeries[] = AHEAD_AREAS.flatMap((code) =>
  FORECASTS.map((forecast) => aheadOfArea(findArea(code)!, forecast)),
);
