// Series that tell something about an area's tomorrow: day-ahead forecasts by others, and weather. They
// are found by area and category; the operator does not have to name them.

export type DriverKind =
  | 'load'
  | 'production'
  | 'wind'
  | 'solar'
  | 'temperature'
  | 'windspeed'
  | 'radiation';

export interface DriverCategory {
  /** Category of the series, which is also the tail of its identifier. */
  readonly name: string;
  readonly kind: DriverKind;
  /** The balance category that it forecasts and is scored against. */
  readonly forecasts: string | undefined;
  readonly description: string;
}

/** The first stored series of a kind is used: forecasts come before measured series. */
export const DRIVER_CATEGORIES: readonly DriverCategory[] = [
  {
    name: 'hrconsforecast',
    kind: 'load',
    forecasts: 'hrcons',
    description: 'Day-ahead forecast of consumption',
  },
  {
    name: 'hrproductionforecast',
    kind: 'production',
    forecasts: 'hrproduction',
    description: 'Day-ahead forecast of production',
  },
  {
    name: 'hrwindforecast',
    kind: 'wind',
    forecasts: undefined,
    description: 'Day-ahead forecast of wind power',
  },
  {
    name: 'hrsolarforecast',
    kind: 'solar',
    forecasts: undefined,
    description: 'Day-ahead forecast of solar power',
  },
  {
    name: 'hrtempforecast',
    kind: 'temperature',
    forecasts: undefined,
    description: 'Forecast of temperature',
  },
  // Measured series are drivers only if runs carry them into the forecast day.
  { name: 'hrwind', kind: 'wind', forecasts: undefined, description: 'Wind power' },
  { name: 'hrsolar', kind: 'solar', forecasts: undefined, description: 'Solar power' },
  { name: 'hrtemp', kind: 'temperature', forecasts: undefined, description: 'Temperature' },
  {
    name: 'hrwindspeed',
    kind: 'windspeed',
    forecasts: undefined,
    description: 'Wind speed at 100 m',
  },
  { name: 'hrradiation', kind: 'radiation', forecasts: undefined, description: 'Solar radiation' },
];

/** The category whose series forecast a balance category, or undefined. */
export const forecasterOf = (category: string): DriverCategory | undefined =>
  DRIVER_CATEGORIES.find(({ forecasts }) => forecasts === category);
