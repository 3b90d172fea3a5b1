// An area's own generation: wind, sun and the plants that follow the rest of the load. The area imports what
// is missing and exports what is left.

import type { AreaFacts } from '#demo/world/area-facts';
import type { Hours } from '#demo/world/hours';
import { addNoise, seedOf } from '#demo/world/noise';

/** The mean share of the installed solar power that is produced: less in the north. */
export const solarYield = (facts: AreaFacts): number => 0.092 + 0.0045 * (51 - facts.latitude);

/** The consumption less wind and sun in an ordinary hour, MWh. */
export const usualResidual = (facts: AreaFacts): number =>
  facts.load - facts.wind * facts.windYield - facts.solar * solarYield(facts);

/** The share of the residual load that plants follow; imports and exports take the rest. */
const FOLLOWING = 0.62;

/** The most that the exchange strays from its usual level, in mean loads, as lines have a limit. */
const LINES = 0.35;

/** The production in whole MWh an hour. */
export function productionOf(
  facts: AreaFacts,
  hours: Hours,
  load: Float64Array,
  wind: Float64Array,
  solar: Float64Array,
): Float64Array {
  const out = new Float64Array(hours.length);
  addNoise(out, hours.first, seedOf(`plants 11 ${facts.code}`), 11, 0.02);
  addNoise(out, hours.first, seedOf(`plants 160 ${facts.code}`), 160, 0.03);
  const usual = usualResidual(facts);
  const usualPlants = Math.max(0.1 * facts.load, usual + (facts.supply - 1) * facts.load);
  const following = FOLLOWING * Math.min(1, usualPlants / Math.max(usual, 0.3 * facts.load));
  const usualExport = (facts.supply - 1) * facts.load;
  const lines = LINES * facts.load;
  const least = 0.1 * usualPlants;
  for (let i = 0; i < out.length; i++) {
    const renewable = wind[i]! + solar[i]!;
    const plants = usualPlants * (1 + out[i]!) + following * (load[i]! - renewable - usual);
    const strays = lines * Math.tanh((renewable + plants - load[i]! - usualExport) / lines);
    out[i] = Math.round(Math.max(renewable + least, load[i]! + usualExport + strays));
  }
  return out;
}
