// Weather as noise around a few centres: an area's weather is a blend of the centres near it and a little of
// its own, so that neighbours resemble each other.

import { type AreaFacts, nameForNoise } from '#demo/world/area-facts';
import type { Hours } from '#demo/world/hours';
import { addNoise, seedOf } from '#demo/world/noise';

const CENTRES: readonly (readonly [name: string, latitude: number, longitude: number])[] = [
  ['iberia', 40, -5],
  ['france', 47, 2],
  ['britain', 54, -3],
  ['germany', 52, 10],
  ['alps', 45.5, 12],
  ['danube', 46.5, 21],
  ['vistula', 54, 22],
  ['skagerrak', 58.5, 9],
  ['bothnia', 63, 20],
  ['volga', 56, 40],
];

/** One aspect of the weather: the lengths of its swings in hours and their weights. */
type Swings = readonly (readonly [hours: number, weight: number])[];

const WIND: Swings = [
  [9, 0.28],
  [31, 0.5],
  [83, 0.68],
  [190, 0.46],
];
const WARMTH: Swings = [
  [53, 0.45],
  [140, 0.7],
  [410, 0.55],
];
const CLOUD: Swings = [
  [5, 0.3],
  [17, 0.55],
  [67, 0.78],
];
const ASPECTS = { wind: WIND, warmth: WARMTH, cloud: CLOUD } as const;
type Aspect = keyof typeof ASPECTS;

/** The share of an area's weather that no neighbour has. */
const OWN_SHARE = 0.35;
const REACH_KM = 620;

/** Standard normal numbers, one an hour: the larger, the windier, warmer or cloudier. */
export type Weather = Readonly<Record<Aspect, Float64Array>>;

function addSwings(out: Float64Array, first: number, aspect: Aspect, name: string, share: number) {
  for (const [hours, weight] of ASPECTS[aspect]) {
    addNoise(out, first, seedOf(`${aspect} ${hours} ${name}`), hours, weight * share);
  }
}

function distanceKm(facts: AreaFacts, latitude: number, longitude: number): number {
  const north = (facts.latitude - latitude) * 111;
  const east = (facts.longitude - longitude) * 111 * Math.cos((facts.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** The weight of each centre for an area; their squares and that of the own share sum to 1. */
function centreShares(facts: AreaFacts): Float64Array {
  const shares = Float64Array.from(CENTRES, ([, latitude, longitude]) =>
    Math.exp(-((distanceKm(facts, latitude, longitude) / REACH_KM) ** 2)),
  );
  const largest = Math.max(...shares);
  for (let k = 0; k < shares.length; k++) if (shares[k]! < 0.08 * largest) shares[k] = 0;
  const size = Math.hypot(...shares) / Math.sqrt(1 - OWN_SHARE ** 2);
  return shares.map((share) => share / size);
}

function makeWeather(length: number, fill: (aspect: Aspect, out: Float64Array) => void): Weather {
  const make = (aspect: Aspect): Float64Array => {
    const out = new Float64Array(length);
    fill(aspect, out);
    return out;
  };
  return { wind: make('wind'), warmth: make('warmth'), cloud: make('cloud') };
}

/** The weather over a span of hours; each centre's is computed once, on its first use. */
export class WeatherMap {
  readonly #hours: Hours;
  readonly #centres = new Map<string, Weather>();

  constructor(hours: Hours) {
    this.#hours = hours;
  }

  #centre(name: string): Weather {
    const { first, length } = this.#hours;
    let weather = this.#centres.get(name);
    if (!weather) {
      weather = makeWeather(length, (aspect, out) => addSwings(out, first, aspect, name, 1));
      this.#centres.set(name, weather);
    }
    return weather;
  }

  weatherOf(facts: AreaFacts): Weather {
    const { first, length } = this.#hours;
    const shares = centreShares(facts);
    return makeWeather(length, (aspect, out) => {
      for (let k = 0; k < shares.length; k++) {
        const share = shares[k]!;
        if (share === 0) continue;
        const centre = this.#centre(CENTRES[k]![0])[aspect];
        for (let i = 0; i < out.length; i++) out[i]! += share * centre[i]!;
      }
      addSwings(out, first, aspect, nameForNoise(facts), OWN_SHARE);
    });
  }
}

/** The temperature in °C, one decimal: season, time of day (warmest 3 h after noon) and weather. */
export function temperatureOf(facts: AreaFacts, hours: Hours, weather: Weather): Float64Array {
  const out = new Float64Array(hours.length);
  const angle = ((facts.longitude - 45) * Math.PI) / 180;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const weatherSize = 2.2 + 0.12 * facts.seasons;
  for (let i = 0; i < out.length; i++) {
    const winter = hours.winter[i]!;
    const afternoon = hours.sunCosine[i]! * cosine - hours.sunSine[i]! * sine;
    const daily = (2.6 - 1.5 * winter) * (1 - 0.25 * weather.cloud[i]!) * afternoon;
    const value = facts.warmth - facts.seasons * winter + daily + weatherSize * weather.warmth[i]!;
    out[i] = Math.round(value * 10) / 10 + 0;
  }
  return out;
}
