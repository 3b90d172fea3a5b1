// The production types of ENTSO-E documents, and their names in codes and descriptions of series.

export interface ProductionType {
  /** The code in `psrType`. */
  readonly code: string;
  /** The end of a series' code. */
  readonly tail: string;
  readonly words: string;
}

const row = (code: string, tail: string, words: string): ProductionType => ({ code, tail, words });

export const PRODUCTION_TYPES: readonly ProductionType[] = [
  row('B01', 'genbiomass', 'biomass power production'),
  row('B02', 'genlignite', 'lignite power production'),
  row('B03', 'gencoalgas', 'coal-derived gas power production'),
  row('B04', 'gengas', 'gas power production'),
  row('B05', 'genhardcoal', 'hard coal power production'),
  row('B06', 'genoil', 'oil power production'),
  row('B07', 'genoilshale', 'oil shale power production'),
  row('B08', 'genpeat', 'peat power production'),
  row('B09', 'gengeothermal', 'geothermal power production'),
  row('B10', 'genpumped', 'pumped storage power production'),
  row('B11', 'genriver', 'run-of-river power production'),
  row('B12', 'genreservoir', 'water reservoir power production'),
  row('B13', 'genmarine', 'marine power production'),
  row('B14', 'gennuclear', 'nuclear power production'),
  row('B15', 'genotherrenewable', 'other renewable power production'),
  row('B16', 'solar', 'solar power production'),
  row('B17', 'genwaste', 'waste power production'),
  row('B18', 'windoff', 'offshore wind power production'),
  row('B19', 'windon', 'onshore wind power production'),
  row('B20', 'genother', 'other power production'),
  row('B25', 'genstorage', 'energy storage production'),
];

export const WIND_TYPES: readonly string[] = ['B18', 'B19'];

export const findProductionType = (code: string): ProductionType | undefined =>
  PRODUCTION_TYPES.find((type) => type.code === code);
