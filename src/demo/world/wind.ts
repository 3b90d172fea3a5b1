// Wind power: installed power times a yield that the weather drives through an S-shaped power curve.

import type { AreaFacts } from '#demo/world/area-facts';
import { builtShare } from '#demo/world/build-out';
import type { Hours } from '#demo/world/hours';
import type { Weather } from '#demo/world/weather';

/** The most of the installed power that is ever produced, as some turbines always stand still. */
const MOST = 0.86;

/** How far gusts, wakes and icing move the yield up and down in any wind. */
const UNSTEADY = 0.09;

/** The production in whole MWh an hour. */
export function windOf(facts: AreaFacts, hours: Hours, weather: Weather): Float64Array {
  const out = new Float64Array(hours.length);
  // The spread of the weather pulls the mean of an S-curve towards one half: this compensates.
  const middle = 1.28 * Math.log(facts.windYield / MOST / (1 - facts.windYield / MOST));
  for (let i = 0; i < out.length; i++) {
    const push = middle + 0.38 * hours.winter[i]! + 1.1 * weather.wind[i]!;
    const steady = MOST / (1 + Math.exp(-push));
    const share = steady * (1 + UNSTEADY * Math.tanh(weather.cloud[i]!));
    out[i] = Math.round(facts.wind * builtShare('wind', hours.first + i) * share);
  }
  return out;
}
