// What is asked of Open-Meteo: weather models, which are its datasets, and quantities.

import type { WeatherPoint } from '#sources/open-meteo/weather-points';

export interface WeatherModel {
  /** The dataset's name: `icon`. */
  readonly name: string;
  readonly description: string;
  readonly isByArea: true;
  /** The service's name for it. */
  readonly parameter: string;
}

const model = (name: string, parameter: string, description: string): WeatherModel => ({
  name,
  description,
  isByArea: true,
  parameter,
});

export const WEATHER_MODELS: readonly WeatherModel[] = [
  model('icon', 'icon_seamless', 'ICON of the German weather service'),
  model('ecmwf', 'ecmwf_ifs025', 'IFS of the European Centre for Medium-Range Weather Forecasts'),
  model('gfs', 'gfs_seamless', 'GFS of the United States'),
  model('arpege', 'meteofrance_seamless', 'ARPEGE and AROME of Météo-France'),
  model('ukmo', 'ukmo_seamless', 'The models of the Met Office'),
  model(
    'best',
    'best_match',
    'The model that Open-Meteo prefers at each location, which may change',
  ),
];

export const findWeatherModel = (name: string): WeatherModel | undefined =>
  WEATHER_MODELS.find((each) => each.name === name);

export const OPEN_METEO = 'open-meteo';

export interface WeatherQuantity {
  /** The service's name of the variable. */
  readonly parameter: string;
  readonly unit: string;
  /** The end of the series' code. */
  readonly tail: string;
  readonly words: string;
  /** The weight of points that its mean takes. */
  readonly weight: keyof Pick<WeatherPoint, 'people' | 'wind' | 'solar'>;
  /** Values outside are refused: they are in another unit, or wrong. */
  readonly least: number;
  readonly most: number;
  /** Hours from the time in an answer to the beginning of the hour that it describes. */
  readonly shiftHours: 0 | -1;
}

export const WEATHER_QUANTITIES: readonly WeatherQuantity[] = [
  {
    parameter: 'temperature_2m',
    unit: '°C',
    tail: 'temp',
    words: 'temperature at 2 m',
    weight: 'people',
    least: -70,
    most: 60,
    shiftHours: 0,
  },
  {
    parameter: 'wind_speed_100m',
    unit: 'm/s',
    tail: 'windspeed',
    words: 'wind speed at 100 m',
    weight: 'wind',
    least: 0,
    most: 100,
    shiftHours: 0,
  },
  {
    parameter: 'shortwave_radiation',
    unit: 'W/m²',
    tail: 'radiation',
    words: 'solar radiation',
    weight: 'solar',
    least: 0,
    most: 1500,
    // The service gives the mean of the hour before the time.
    shiftHours: -1,
  },
];

/** The leads of previous runs that are asked for, in days. */
export const PREVIOUS_DAYS = [1, 2] as const;

export const previousName = (parameter: string, days: number): string =>
  `${parameter}_previous_day${days}`;
