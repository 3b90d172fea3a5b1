// The merit order: the plant that sets the price at a given residual load. Each kind of plant is a step up,
// smoothed because plants of one kind differ; the two columns are tabulated once.

/** A kind of plant. `at` is the residual load, less its usual level and in mean loads, of its step. */
interface Step {
  readonly at: number;
  readonly width: number;
  /** The extra cost over the step before in EUR/MWh, without gas. */
  readonly fixed: number;
  /** The extra gas over the step before, in MWh for one MWh. */
  readonly gas: number;
}

const STEPS: readonly Step[] = [
  { at: -0.6, width: 0.06, fixed: 14, gas: 0 }, // nuclear and run-of-river
  { at: -0.42, width: 0.09, fixed: 30, gas: 0 }, // lignite, with its carbon
  { at: -0.2, width: 0.1, fixed: 12, gas: 0.35 }, // hard coal
  { at: 0.1, width: 0.12, fixed: 5, gas: 0.75 }, // combined-cycle gas
  { at: 0.4, width: 0.09, fixed: 8, gas: 0.9 }, // old gas turbines
  { at: 0.6, width: 0.05, fixed: 90, gas: 0.5 }, // oil
  { at: 0.76, width: 0.045, fixed: 260, gas: 0 }, // scarcity
];

/** The surplus of wind and sun below `at`: each mean load more costs `slope` EUR/MWh. */
const SURPLUS = { at: -0.7, width: 0.05, slope: 260 };

const LEAST = -2.5;
const MOST = 1.6;
const PER_UNIT = 256;
const COUNT = Math.round((MOST - LEAST) * PER_UNIT) + 2;

const FIXED = new Float64Array(COUNT);
const GAS = new Float64Array(COUNT);
for (let i = 0; i < COUNT; i++) {
  const position = LEAST + i / PER_UNIT;
  const { at, width, slope } = SURPLUS;
  FIXED[i] = -slope * width * Math.log1p(Math.exp((at - position) / width));
  for (const step of STEPS) {
    const share = 1 / (1 + Math.exp((step.at - position) / step.width));
    FIXED[i]! += step.fixed * share;
    GAS[i]! += step.gas * share;
  }
}

/** EUR/MWh at a position (see Step.at) and a gas price in EUR/MWh. */
export function meritPrice(position: number, gasPrice: number): number {
  const place = (Math.min(MOST, Math.max(LEAST, position)) - LEAST) * PER_UNIT;
  const i = Math.floor(place);
  const rest = place - i;
  const fixed = FIXED[i]! + rest * (FIXED[i + 1]! - FIXED[i]!);
  const gas = GAS[i]! + rest * (GAS[i + 1]! - GAS[i]!);
  return fixed + gasPrice * gas;
}
