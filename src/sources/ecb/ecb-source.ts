// The ECB's euro reference rates as a source: three files of different reach, one series a currency.

import { CURRENCIES, type Currency, rateSeriesId } from '#core/market/currency';
import { DAY_MS, formatWall, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { firstUnsetDay, isRateDay } from '#sources/ecb/ecb-calendar';
import { readRates } from '#sources/ecb/ecb-files';
import type { RateColumn } from '#sources/ecb/ecb-rates';
import {
  type ParsedBatch,
  type Pieces,
  type PointBatch,
  type Source,
  type SourceDataset,
  SourceFault,
  type SourceQuestion,
  type SourceRequest,
} from '#sources/source';
import type { SeriesDefinition } from '#store/series-record';

const BASE_URL = 'https://www.ecb.europa.eu/stats/eurofxref/';

interface RateFile extends SourceDataset {
  readonly file: string;
  /** How many days before the newest rates the file surely has. */
  readonly reachDays: number;
}

/** The files from the shortest to the longest. The file of 90 days has about three months. */
const FILES: readonly RateFile[] = [
  {
    name: 'daily',
    description: 'The rates of the newest working day',
    isByArea: false,
    file: 'eurofxref-daily.xml',
    reachDays: 0,
  },
  {
    name: 'recent',
    description: 'The rates of the last 90 days',
    isByArea: false,
    file: 'eurofxref-hist-90d.xml',
    reachDays: 85,
  },
  {
    name: 'history',
    description: 'The rates since 1999',
    isByArea: false,
    file: 'eurofxref-hist.zip',
    reachDays: Number.POSITIVE_INFINITY,
  },
];

export const ecbSource: Source = {
  name: 'ecb',
  description: 'Euro reference rates of the European Central Bank',
  datasets: FILES.map(({ name, description, isByArea }) => ({ name, description, isByArea })),
  limits: {
    hosts: ['www.ecb.europa.eu'],
    requestsPerMinute: 10,
    timeoutMs: 30_000,
    maxBytes: 16 << 20,
    readableStatuses: [],
  },
  requestsFor: (
    { datasets, span }: SourceQuestion,
    _zone: Zone,
    baseUrl = BASE_URL,
  ): SourceRequest[] =>
    datasets.map((name) => {
      const file = FILES.find((each) => each.name === name);
      if (!file) {
        const names = FILES.map((each) => each.name).join(', ');
        throw new SourceFault(`ecb has no dataset "${name}"; it has ${names}`);
      }
      const url = new URL(file.file, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href;
      return { dataset: name, area: null, span, url, label: `ECB ${name} rates` };
    }),
  parse: parseRates,
};

/** The smallest file that surely has the rates from a day on. The daily file has only the newest. */
export function fileReaching(fromDay: number, now: Instant): string {
  let newest = firstUnsetDay(now) - 1;
  while (!isRateDay(newest)) newest--;
  return FILES.find(({ reachDays }) => newest - fromDay <= reachDays)!.name;
}

/**
 * The rates of the currencies that prices can be converted to, as published. Days without rates stay
 * gaps, over which readers carry the rate before. Days that were not asked for are left out.
 */
async function parseRates(
  pieces: Pieces,
  request: SourceRequest | undefined,
  zone: Zone,
): Promise<ParsedBatch> {
  const table = await readRates(pieces);
  const points = table.columns().flatMap((column) => {
    const currency = CURRENCIES.find((each) => each === column.currency);
    if (currency === undefined) return [];
    const batch = batchOf(currency, column, request, zone);
    return batch.indices.length === 0 ? [] : [batch];
  });
  if (points.length > 0) return { kind: 'data', points, runs: [], notes: [] };
  const newest = formatWall(table.newestDay! * DAY_MS).slice(0, 10);
  return { kind: 'none', reason: `no rates of these days; the newest are of ${newest}` };
}

const definitionOf = (currency: Currency): SeriesDefinition => ({
  code: rateSeriesId(currency),
  description: `Exchange rate of the euro in ${currency}, reference rate of the European Central Bank`,
  unit: `${currency}/EUR`,
  resolution: 'day',
  area: null,
  category: 'fx',
});

function batchOf(
  currency: Currency,
  { days, rates }: RateColumn,
  request: SourceRequest | undefined,
  zone: Zone,
): PointBatch {
  // A day's index is its number, in every zone.
  const isAsked = (day: number): boolean => {
    if (!request) return true;
    const start = zone.startOfDay(day);
    return start >= request.span.start && start < request.span.end;
  };
  const indices = days.filter(isAsked);
  const values = rates.filter((_, i) => isAsked(days[i]!));
  return { definition: definitionOf(currency), indices, values };
}
