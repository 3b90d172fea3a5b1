// What can be asked of ENTSO-E: one row for each kind of document, and how its values are stored.

import type { EicUse } from '#core/market/eic';
import type { SourceDataset } from '#sources/source';

/** How a forecast becomes runs: one for each market day, or for each week that begins on Monday. */
export interface RunRule {
  readonly per: 'day' | 'week';
  /** How many days before the day or week it is published at the latest, and at which minute of market time. */
  readonly daysBefore: number;
  readonly minuteOfDay: number;
}

export interface EntsoeDataset extends SourceDataset {
  readonly documentType: string;
  /** Undefined if documents have none. */
  readonly processType?: string;
  readonly use: EicUse;
  /** The parameters that name the area. */
  readonly areaParameters: readonly string[];
  readonly moreParameters?: Readonly<Record<string, string>>;
  /** How many months of market time one request covers. */
  readonly sliceMonths: number;
  /** The end of a series' code, if the document names no production type. */
  readonly tail: string;
  readonly words: string;
  /** Only for forecasts; undefined if values are observed. */
  readonly runs?: RunRule;
}

// Regulation (EU) 543/2013, articles 6 and 14: two hours before the gate closes at 12:00, or at 18:00.
// A minute earlier, so that no run replaces one of the model, which are made on the hour.
const BEFORE_AUCTION = 10 * 60 - 1;
const BY_EVENING = 18 * 60 - 1;

export const ENTSOE_DATASETS: readonly EntsoeDataset[] = [
  {
    name: 'prices',
    description: 'Day-ahead prices (A44)',
    isByArea: true,
    documentType: 'A44',
    use: 'price',
    areaParameters: ['in_Domain', 'out_Domain'],
    // Without it the answers for some zones hold intraday auctions too.
    moreParameters: { 'contract_MarketAgreement.type': 'A01' },
    sliceMonths: 1,
    tail: 'price',
    words: 'day-ahead price',
  },
  {
    name: 'load',
    description: 'Actual total load (A65, A16)',
    isByArea: true,
    documentType: 'A65',
    processType: 'A16',
    use: 'balance',
    areaParameters: ['outBiddingZone_Domain'],
    sliceMonths: 1,
    tail: 'cons',
    words: 'consumption',
  },
  {
    name: 'load-forecast',
    description: 'Day-ahead forecast of total load (A65, A01)',
    isByArea: true,
    documentType: 'A65',
    processType: 'A01',
    use: 'balance',
    areaParameters: ['outBiddingZone_Domain'],
    sliceMonths: 1,
    tail: 'cons',
    words: 'consumption',
    runs: { per: 'day', daysBefore: 1, minuteOfDay: BEFORE_AUCTION },
  },
  {
    name: 'week-load-forecast',
    description: 'Week-ahead forecast of the least and most load of each day (A65, A31)',
    isByArea: true,
    documentType: 'A65',
    processType: 'A31',
    use: 'balance',
    areaParameters: ['outBiddingZone_Domain'],
    sliceMonths: 1,
    tail: 'cons',
    words: 'consumption',
    runs: { per: 'week', daysBefore: 3, minuteOfDay: BEFORE_AUCTION },
  },
  {
    name: 'generation',
    description: 'Actual generation per type (A75, A16)',
    isByArea: true,
    documentType: 'A75',
    processType: 'A16',
    use: 'balance',
    areaParameters: ['in_Domain'],
    sliceMonths: 1,
    tail: 'production',
    words: 'production',
  },
  {
    name: 'wind-solar-forecast',
    description: 'Day-ahead forecast of wind and solar power (A69, A01)',
    isByArea: true,
    documentType: 'A69',
    processType: 'A01',
    use: 'balance',
    areaParameters: ['in_Domain'],
    sliceMonths: 1,
    tail: 'windsolar',
    words: 'wind and solar power',
    runs: { per: 'day', daysBefore: 1, minuteOfDay: BY_EVENING },
  },
  {
    name: 'generation-forecast',
    description: 'Day-ahead forecast of generation (A71, A01)',
    isByArea: true,
    documentType: 'A71',
    processType: 'A01',
    use: 'balance',
    areaParameters: ['in_Domain'],
    sliceMonths: 1,
    tail: 'production',
    words: 'production',
    runs: { per: 'day', daysBefore: 1, minuteOfDay: BY_EVENING },
  },
  {
    name: 'reservoirs',
    description: 'Energy in water reservoirs at the end of each week (A72, A16)',
    isByArea: true,
    documentType: 'A72',
    processType: 'A16',
    use: 'balance',
    areaParameters: ['in_Domain'],
    sliceMonths: 12,
    tail: 'reservoir',
    words: 'hydro reservoir filling',
  },
];

export const findEntsoeDataset = (name: string): EntsoeDataset | undefined =>
  ENTSOE_DATASETS.find((dataset) => dataset.name === name);

/** The dataset of a document by its own types, or undefined. */
export const datasetOfDocument = (
  documentType: string | undefined,
  processType: string | undefined,
): EntsoeDataset | undefined =>
  ENTSOE_DATASETS.find(
    (row) => row.documentType === documentType && row.processType === processType,
  );
