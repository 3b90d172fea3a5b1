// Day-ahead prices: the residual loads of the area and of its group through the merit order and, for areas
// with reservoirs, the value of water.

import { type AreaFacts, nameForNoise, type PriceGroup } from '#demo/world/area-facts';
import type { Hours } from '#demo/world/hours';
import { meritPrice } from '#demo/world/merit-order';
import { addNoise, seedOf } from '#demo/world/noise';
import { addDryness } from '#demo/world/reservoirs';

/** The share of an area's price that follows its group. */
const COUPLING = 0.65;
/** The steepness of a group's merit order: small systems run short sooner than large ones. */
const STEEPNESS: Readonly<Record<PriceGroup, number>> = {
  continent: 1.32,
  iberia: 1.15,
  britain: 1.15,
  nordic: 1.8,
  baltic: 1.15,
  east: 1.3,
};
const GAS_PRICE = 33;
const LOWEST = -500;
const HIGHEST = 4000;

/** The price of gas in EUR/MWh, drifting over weeks and seasons; the same in all areas. */
export function gasPriceOf(hours: Hours): Float64Array {
  const out = new Float64Array(hours.length);
  addNoise(out, hours.first, seedOf('gas 80 days'), 80 * 24, 0.19);
  addNoise(out, hours.first, seedOf('gas 19 days'), 19 * 24, 0.08);
  for (let i = 0; i < out.length; i++) {
    out[i] = GAS_PRICE * Math.exp(out[i]! + 0.07 * hours.winter[i]!);
  }
  return out;
}

/** The value of stored water in EUR/MWh: more in dry times and before the snow melts. */
function waterValueOf(facts: AreaFacts, hours: Hours): Float64Array {
  const out = new Float64Array(hours.length);
  addDryness(out, hours.first, facts.group === 'nordic' ? 'nordic' : facts.code);
  for (let i = 0; i < out.length; i++) {
    out[i] = facts.waterValue * Math.exp(0.3 * out[i]! + 0.18 * hours.winter[i]! - 0.05);
  }
  return out;
}

/**
 * The prices in EUR/MWh with two decimals. `own` and `shared` are the residual loads of the area and of
 * its group, less their usual level, in mean loads.
 */
export function priceOf(
  facts: AreaFacts,
  hours: Hours,
  own: Float64Array,
  shared: Float64Array,
  gasPrice: Float64Array,
): Float64Array {
  const out = new Float64Array(hours.length);
  const name = nameForNoise(facts);
  addNoise(out, hours.first, seedOf(`price 3 ${name}`), 3, 0.012);
  addNoise(out, hours.first, seedOf(`price 37 ${name}`), 37, 0.03);
  addNoise(out, hours.first, seedOf(`price 37 ${facts.code} alone`), 37, 0.004);
  const water = facts.waterShare > 0 ? waterValueOf(facts, hours) : undefined;
  const steepness = STEEPNESS[facts.group];
  for (let i = 0; i < out.length; i++) {
    const coupled = COUPLING * shared[i]! + (1 - COUPLING) * own[i]!;
    const position = steepness * coupled + out[i]!;
    let price = facts.priceLevel * meritPrice(position, gasPrice[i]!);
    if (water) {
      const use = Math.max(0.03, 1 + 0.8 * position);
      price = (1 - facts.waterShare) * price + facts.waterShare * water[i]! * use;
    }
    out[i] = Math.round(Math.min(HIGHEST, Math.max(LOWEST, price)) * 100) / 100 + 0;
  }
  return out;
}
