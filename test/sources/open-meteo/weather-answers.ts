// Answers in the shape of Open-Meteo's, written by hand for these tests: the service itself cannot be reached here.

import { weatherPointsOf } from '#sources/open-meteo/weather-points';

const HOUR_S = 3600;
export const UNITS: Readonly<Record<string, string>> = {
  temperature_2m: '°C',
  wind_speed_100m: 'm/s',
  shortwave_radiation: 'W/m²',
};

/** The value of a variable at a location and a time in hours; each lead has an offset of its own. */
export type WeatherRule = (name: string, location: number, hour: number) => number | null;

/** Ten times the lead, plus the hour of the day, plus a tenth for each location. */
export const usualWeather: WeatherRule = (name, location, hour) => {
  const [, lead = '0'] = /_previous_day(\d)$/.exec(name) ?? [];
  return Number(lead) * 10 + (hour % 24) + location / 10;
};

/** One location of an answer, with fields that a test may spoil. */
export interface AnswerLocation extends Record<string, unknown> {
  hourly_units: Record<string, string | undefined>;
  hourly: { time: number[] } & Record<string, (number | string | null)[]>;
}

/** The answer to an address, as an object that a test may spoil before it is written as JSON. */
export function answerTo(
  url: URL,
  now: string,
  rule: WeatherRule = usualWeather,
): AnswerLocation[] {
  const parameter = (name: string): string => url.searchParams.get(name) ?? '';
  const latitudes = parameter('latitude').split(',').map(Number);
  const longitudes = parameter('longitude').split(',').map(Number);
  const nowS = Date.parse(now) / 1000;
  const start = parameter('start_date')
    ? Date.parse(parameter('start_date')) / 1000
    : Math.floor(nowS / 86_400) * 86_400;
  const end = parameter('end_date')
    ? Date.parse(parameter('end_date')) / 1000 + 86_400
    : start + Number(parameter('forecast_days')) * 86_400;
  const time = Array.from({ length: (end - start) / HOUR_S }, (_, i) => start + i * HOUR_S);
  const names = parameter('hourly').split(',');
  return latitudes.map((latitude, location) => ({
    latitude: latitude + 0.02,
    longitude: longitudes[location]! - 0.01,
    generationtime_ms: 0.3,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 38,
    ...(location > 0 ? { location_id: location } : {}),
    ...(parameter('current')
      ? { current: { time: Math.floor(nowS / 900) * 900, interval: 900, temperature_2m: 4.5 } }
      : {}),
    hourly_units: Object.fromEntries([
      ['time', 'unixtime'],
      ...names.map((name) => [name, UNITS[name.replace(/_previous_day\d$/, '')]]),
    ]),
    hourly: Object.fromEntries([
      ['time', time],
      ...names.map((name) => [name, time.map((at) => rule(name, location, at / HOUR_S))]),
    ]) as AnswerLocation['hourly'],
  }));
}

/** The mean of `location / 10` over the points of an area by a weight, as two decimals. */
export function locationMean(area: string, weight: 'people' | 'wind' | 'solar'): number {
  const points = weatherPointsOf(area)!;
  const whole = points.reduce((sum, point) => sum + point[weight], 0);
  return points.reduce((sum, point, location) => sum + (point[weight] * location) / 10, 0) / whole;
}
