// Rough, rounded figures of each area for about 2025, one row an area. NC is missing, because it is the sum
// of NORDIC_AREAS.

/** Areas whose prices move together; each group has one merit order. */
export type PriceGroup = 'continent' | 'iberia' | 'britain' | 'nordic' | 'baltic' | 'east';

export interface AreaFacts {
  readonly code: string;
  /** The centre of its people and plants, degrees north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** The mean consumption, MWh an hour. */
  readonly load: number;
  /** The installed wind power in MW, and the share that is produced on average. */
  readonly wind: number;
  readonly windYield: number;
  /** The installed solar power, MW. */
  readonly solar: number;
  /** The mean temperature of the year, and the distance of the coldest and warmest month, °C. */
  readonly warmth: number;
  readonly seasons: number;
  /** The extra load per degree below 16 °C and above 21 °C, as shares of the mean load. */
  readonly heating: number;
  readonly cooling: number;
  /** How far the load follows the hours of the day: 1 is the usual shape, 0 is flat. */
  readonly swing: number;
  /** A year's generation over its consumption. */
  readonly supply: number;
  readonly group: PriceGroup;
  /** The thermal price level relative to the group's merit order. */
  readonly priceLevel: number;
  /** The share of the price that stored water sets (0–1), and the mean value of water, EUR/MWh. */
  readonly waterShare: number;
  readonly waterValue: number;
  /** The local clock minus the market's, hours. */
  readonly clock: number;
}

type Row = readonly [
  code: string,
  location: readonly [latitude: number, longitude: number],
  load: number,
  wind: readonly [installed: number, yieldShare: number],
  solar: number,
  climate: readonly [warmth: number, seasons: number],
  demand: readonly [heating: number, cooling: number, swing: number],
  supply: number,
  price: readonly [group: PriceGroup, level: number, waterShare: number, waterValue: number],
  clock: number,
];

// biome-ignore format: one row an area reads as a table
const ROWS: readonly Row[] = [
  ['DE', [51.0, 10.3], 54_500, [74_000, 0.21], 105_000, [10.2, 9.0], [0.006, 0.003, 1.0], 0.97, ['continent', 1.0, 0, 0], 0],
  ['AT', [47.6, 14.6], 7_600, [4_300, 0.24], 8_500, [9.3, 10.0], [0.009, 0.004, 0.95], 1.0, ['continent', 1.03, 0.12, 85], 0],
  ['CH', [47.0, 8.0], 6_900, [100, 0.2], 8_000, [9.0, 9.0], [0.01, 0.002, 0.8], 0.98, ['continent', 1.05, 0.3, 88], 0],
  ['FR', [46.8, 2.4], 50_500, [25_500, 0.24], 28_000, [12.3, 7.8], [0.03, 0.008, 0.85], 1.17, ['continent', 0.88, 0.1, 65], 0],
  ['ES', [40.2, -3.6], 27_500, [32_000, 0.23], 42_000, [14.8, 9.0], [0.009, 0.013, 0.95], 1.03, ['iberia', 0.82, 0.12, 60], 0],
  ['PT', [39.6, -8.2], 5_900, [5_900, 0.26], 5_500, [15.8, 6.0], [0.009, 0.009, 0.95], 0.85, ['iberia', 0.82, 0.15, 60], -1],
  ['IT', [43.2, 11.8], 34_500, [13_000, 0.2], 37_000, [14.6, 9.0], [0.006, 0.016, 1.1], 0.86, ['continent', 1.22, 0.12, 105], 0],
  ['UK', [53.2, -1.8], 30_500, [33_000, 0.3], 18_700, [10.3, 6.0], [0.013, 0.002, 1.05], 0.9, ['britain', 1.08, 0, 0], -1],
  ['PL', [52.1, 19.4], 19_500, [11_000, 0.25], 22_000, [9.2, 10.5], [0.006, 0.004, 0.95], 0.98, ['continent', 1.1, 0, 0], 0],
  ['CZ', [49.8, 15.5], 7_300, [350, 0.22], 4_600, [9.2, 10.0], [0.012, 0.003, 0.85], 1.12, ['continent', 1.04, 0, 0], 0],
  ['NL', [52.2, 5.3], 13_000, [12_000, 0.29], 27_000, [10.9, 7.3], [0.006, 0.003, 0.95], 1.03, ['continent', 0.99, 0, 0], 0],
  ['BE', [50.8, 4.6], 9_000, [5_900, 0.26], 11_000, [10.9, 7.5], [0.008, 0.003, 0.85], 0.88, ['continent', 0.99, 0, 0], 0],
  ['SK', [48.7, 19.3], 3_100, [5, 0.2], 900, [9.3, 10.8], [0.009, 0.004, 0.75], 1.05, ['continent', 1.09, 0, 0], 0],
  ['SI', [46.1, 14.7], 1_450, [5, 0.2], 1_400, [10.3, 10.0], [0.009, 0.006, 1.0], 1.0, ['continent', 1.09, 0.1, 92], 0],
  ['RO', [45.6, 25.2], 6_000, [3_100, 0.24], 4_500, [11.0, 12.0], [0.008, 0.009, 0.95], 1.0, ['continent', 1.14, 0.15, 98], 1],
  ['HU', [47.2, 19.3], 5_000, [325, 0.22], 8_000, [11.5, 11.5], [0.007, 0.009, 0.95], 0.75, ['continent', 1.14, 0, 0], 0],
  ['HR', [45.5, 16.2], 2_050, [1_250, 0.25], 1_000, [12.2, 10.5], [0.009, 0.012, 1.0], 0.75, ['continent', 1.1, 0.15, 92], 0],
  ['FI', [61.8, 25.6], 9_500, [8_700, 0.29], 1_500, [5.0, 12.0], [0.016, 0.002, 0.6], 0.98, ['nordic', 0.85, 0.45, 42], 1],
  ['SE1', [66.2, 21.2], 1_250, [3_000, 0.29], 60, [1.5, 12.8], [0.012, 0, 0.4], 2.6, ['nordic', 0.6, 0.82, 24], 0],
  ['SE2', [62.8, 16.8], 1_750, [7_700, 0.29], 250, [3.5, 11.5], [0.014, 0, 0.5], 4.0, ['nordic', 0.6, 0.82, 24], 0],
  ['SE3', [59.3, 16.5], 9_500, [4_100, 0.28], 3_000, [7.3, 10.0], [0.019, 0.001, 0.8], 0.92, ['nordic', 0.8, 0.6, 40], 0],
  ['SE4', [56.2, 14.0], 2_600, [2_100, 0.29], 1_500, [8.6, 9.2], [0.018, 0.001, 0.85], 0.4, ['nordic', 0.95, 0.4, 50], 0],
  ['NO1', [60.1, 10.8], 4_100, [380, 0.31], 350, [6.0, 10.5], [0.024, 0, 0.8], 0.55, ['nordic', 0.9, 0.75, 52], 0],
  ['NO2', [58.6, 7.6], 4_200, [1_500, 0.34], 150, [7.4, 7.8], [0.016, 0, 0.6], 1.5, ['nordic', 1.0, 0.65, 56], 0],
  ['NO3', [63.3, 10.2], 3_200, [2_000, 0.34], 60, [5.2, 8.5], [0.014, 0, 0.5], 0.95, ['nordic', 0.7, 0.8, 31], 0],
  ['NO4', [68.2, 16.8], 2_150, [1_100, 0.34], 20, [3.6, 7.8], [0.013, 0, 0.45], 1.4, ['nordic', 0.6, 0.88, 22], 0],
  ['NO5', [60.5, 6.0], 1_950, [60, 0.3], 40, [7.4, 6.8], [0.016, 0, 0.55], 1.9, ['nordic', 0.9, 0.75, 50], 0],
  ['EE', [59.0, 25.4], 930, [700, 0.29], 900, [6.6, 11.2], [0.013, 0.002, 0.9], 0.65, ['baltic', 1.04, 0, 0], 1],
  ['LV', [56.9, 24.6], 800, [140, 0.28], 500, [7.2, 11.2], [0.01, 0.002, 0.95], 0.85, ['baltic', 1.04, 0.15, 75], 1],
  ['LT', [55.3, 23.9], 1_400, [1_900, 0.3], 2_200, [7.6, 11.3], [0.008, 0.003, 0.95], 0.75, ['baltic', 1.05, 0, 0], 1],
  ['GB', [53.2, -1.8], 29_600, [31_000, 0.3], 18_300, [10.3, 6.0], [0.013, 0.002, 1.05], 0.9, ['britain', 1.08, 0, 0], -1],
  ['RU', [55.6, 40.5], 116_000, [2_600, 0.27], 2_400, [5.6, 14.2], [0.008, 0.003, 0.6], 1.02, ['east', 0.2, 0.1, 17], 2],
  ['DK1', [56.1, 9.2], 2_550, [5_600, 0.33], 3_300, [8.8, 8.2], [0.008, 0.001, 0.95], 1.05, ['continent', 0.94, 0.12, 55], 0],
  ['DK2', [55.5, 11.9], 1_550, [1_900, 0.33], 1_300, [9.2, 8.4], [0.008, 0.001, 0.95], 0.6, ['continent', 0.95, 0.12, 55], 0],
];

export const AREA_FACTS: readonly AreaFacts[] = ROWS.map(
  ([code, location, load, wind, solar, climate, demand, supply, price, clock]) => ({
    code,
    latitude: location[0],
    longitude: location[1],
    load,
    wind: wind[0],
    windYield: wind[1],
    solar,
    warmth: climate[0],
    seasons: climate[1],
    heating: demand[0],
    cooling: demand[1],
    swing: demand[2],
    supply,
    group: price[0],
    priceLevel: price[1],
    waterShare: price[2],
    waterValue: price[3],
    clock,
  }),
);

/** The areas that NC adds up. */
export const NORDIC_AREAS: readonly string[] = AREA_FACTS.map((facts) => facts.code).filter(
  (code) => /^(NO|SE|DK)\d$|^FI$/.test(code),
);

const byCode = new Map(AREA_FACTS.map((facts) => [facts.code, facts]));

export const factsOf = (code: string): AreaFacts => byCode.get(code)!;

/** The United Kingdom has the noise of Great Britain, as almost all of it is the same land. */
export const nameForNoise = (facts: AreaFacts): string => (facts.code === 'UK' ? 'GB' : facts.code);
