// The requests that a question to Open-Meteo takes: past days from its previous runs, later ones from its newest.

import { findEicRow } from '#core/market/eic';
import { didYouMean, quoteGiven } from '#core/nearest';
import { DAY_MS, formatWall } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import {
  findWeatherModel,
  PREVIOUS_DAYS,
  previousName,
  WEATHER_MODELS,
  WEATHER_QUANTITIES,
  type WeatherModel,
} from '#sources/open-meteo/open-meteo-models';
import {
  WEATHER_AREAS,
  type WeatherPoint,
  weatherPointsOf,
} from '#sources/open-meteo/weather-points';
import { SourceFault, type SourceQuestion, type SourceRequest } from '#sources/source';

export const FORECAST_HOST = 'api.open-meteo.com';
export const PREVIOUS_HOST = 'previous-runs-api.open-meteo.com';
/** The most UTC days of previous runs in one request: the service counts longer ones several times. */
const SLICE_DAYS = 31;
/** The most days that the service forecasts, today included. */
const MOST_DAYS = 16;

/** Throws a SourceFault if a part of the question makes no sense. */
export function openMeteoRequests(
  { datasets, areas, span, now = Number.POSITIVE_INFINITY }: SourceQuestion,
  _zone: Zone,
  baseUrl?: string,
): SourceRequest[] {
  if (span.end <= span.start) throw new SourceFault('the time asked for is empty');
  const today = Math.floor(now / DAY_MS);
  const firstDay = Math.floor(span.start / DAY_MS);
  const endDay = Math.ceil(span.end / DAY_MS);
  const requests: SourceRequest[] = [];
  for (const code of areas) {
    const { area, points } = readArea(code);
    for (const model of datasets.map(readModel)) {
      const common = { dataset: model.name, area };
      // What was said of today by yesterday is known: today is both a past day and a coming one.
      for (let day = firstDay; day < Math.min(endDay, today + 1); day += SLICE_DAYS) {
        const end = Math.min(day + SLICE_DAYS, endDay, today + 1);
        requests.push({
          ...common,
          span: { start: day * DAY_MS, end: end * DAY_MS },
          url: previousUrl(model, points, day, end, baseUrl),
          label: `${area} ${model.name} ${daysText(day, end)}`,
        });
      }
      if (span.end <= now) continue;
      requests.push({
        ...common,
        span: { start: Math.max(span.start, today * DAY_MS), end: span.end },
        // The radiation of the last hour is given at its end, which may be on the next day.
        url: forecastUrl(model, points, Math.min(endDay + 1 - today, MOST_DAYS), baseUrl),
        label: `${area} ${model.name} from now on`,
      });
    }
  }
  return requests;
}

function readModel(name: string): WeatherModel {
  const found = findWeatherModel(name);
  if (found) return found;
  const names = WEATHER_MODELS.map((row) => row.name);
  throw new SourceFault(
    `${quoteGiven(name)} is not one of ${names.join(', ')}${didYouMean(name, names)}`,
  );
}

function readArea(given: string): { area: string; points: readonly WeatherPoint[] } {
  const area = findEicRow(given)?.code ?? given.trim().toUpperCase();
  const points = weatherPointsOf(area);
  if (points) return { area, points };
  throw new SourceFault(
    `${quoteGiven(given)} is not one of the areas with weather: ${WEATHER_AREAS.join(', ')}${didYouMean(area, WEATHER_AREAS)}`,
  );
}

function forecastUrl(
  model: WeatherModel,
  points: readonly WeatherPoint[],
  days: number,
  baseUrl: string | undefined,
): string {
  const url = urlOf(FORECAST_HOST, model, points, baseUrl);
  url.searchParams.set('hourly', WEATHER_QUANTITIES.map(({ parameter }) => parameter).join());
  // The time of the current weather tells when the service answered.
  url.searchParams.set('current', 'temperature_2m');
  url.searchParams.set('forecast_days', String(days));
  return url.href;
}

function previousUrl(
  model: WeatherModel,
  points: readonly WeatherPoint[],
  day: number,
  end: number,
  baseUrl: string | undefined,
): string {
  const url = urlOf(PREVIOUS_HOST, model, points, baseUrl);
  const names = WEATHER_QUANTITIES.flatMap(({ parameter }) =>
    PREVIOUS_DAYS.map((days) => previousName(parameter, days)),
  );
  url.searchParams.set('hourly', names.join());
  url.searchParams.set('start_date', dateOf(day));
  url.searchParams.set('end_date', dateOf(end));
  return url.href;
}

function urlOf(
  host: string,
  { parameter }: WeatherModel,
  points: readonly WeatherPoint[],
  baseUrl = `https://${host}`,
): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/forecast`);
  url.searchParams.set('latitude', points.map(({ latitude }) => latitude).join());
  url.searchParams.set('longitude', points.map(({ longitude }) => longitude).join());
  url.searchParams.set('models', parameter);
  url.searchParams.set('wind_speed_unit', 'ms');
  url.searchParams.set('timeformat', 'unixtime');
  url.searchParams.set('timezone', 'GMT');
  return url;
}

const dateOf = (day: number): string => formatWall(day * DAY_MS).slice(0, 10);

const daysText = (day: number, end: number): string =>
  end - day === 1 ? dateOf(day) : `${dateOf(day)} to ${dateOf(end - 1)}`;
