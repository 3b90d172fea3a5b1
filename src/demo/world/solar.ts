// Solar power from the sun's real elevation and the clouds.

import type { AreaFacts } from '#demo/world/area-facts';
import { builtShare } from '#demo/world/build-out';
import type { Hours } from '#demo/world/hours';
import type { Weather } from '#demo/world/weather';

const RADIANS = Math.PI / 180;

/** The sine of the sun's elevation in the middle of each hour; negative at night. */
export function sunHeightOf(latitude: number, longitude: number, hours: Hours): Float64Array {
  const out = new Float64Array(hours.length);
  const polar = Math.sin(latitude * RADIANS);
  const equatorial = Math.cos(latitude * RADIANS);
  const cosine = Math.cos(longitude * RADIANS);
  const sine = Math.sin(longitude * RADIANS);
  for (let i = 0; i < out.length; i++) {
    const noon = hours.sunCosine[i]! * cosine - hours.sunSine[i]! * sine;
    out[i] = polar * hours.tiltSine[i]! + equatorial * hours.tiltCosine[i]! * noon;
  }
  return out;
}

/** The production in whole MWh an hour; exactly 0 at night. */
export function solarOf(facts: AreaFacts, hours: Hours, weather: Weather): Float64Array {
  const out = sunHeightOf(facts.latitude, facts.longitude, hours);
  const usualCover = 0.5 + 0.012 * (facts.latitude - 51);
  for (let i = 0; i < out.length; i++) {
    const height = out[i]!;
    if (height <= 0) {
      out[i] = 0;
      continue;
    }
    // Panels are tilted towards a low sun; winter skies are duller.
    const clear = 0.7 * height * (1.12 - 0.22 * height);
    const cover = usualCover + 0.16 * hours.winter[i]! + 0.3 * weather.cloud[i]!;
    const light = 1 - 0.78 * Math.min(1, Math.max(0, cover));
    out[i] = Math.round(facts.solar * builtShare('solar', hours.first + i) * clear * light);
  }
  return out;
}
