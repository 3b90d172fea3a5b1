// The requests that a question to ENTSO-E takes: one for each dataset, area, zone code and slice of time.

import { EIC_ROWS, type EicRow, eicsIn, findEicRow } from '#core/market/eic';
import { didYouMean, quoteGiven } from '#core/nearest';
import { civilOfDay, dayOfCivil } from '#core/time/civil';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Span } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import {
  ENTSOE_DATASETS,
  type EntsoeDataset,
  findEntsoeDataset,
} from '#sources/entsoe/entsoe-datasets';
import { SourceFault, type SourceQuestion, type SourceRequest } from '#sources/source';

export const ENTSOE_URL = 'https://web-api.tp.entsoe.eu/api';

/** The requests of a question; throws a SourceFault if a part of it makes no sense. */
export function entsoeRequests(
  { datasets, areas, span }: SourceQuestion,
  zone: Zone,
  baseUrl: string = ENTSOE_URL,
): SourceRequest[] {
  if (span.end <= span.start) throw new SourceFault('the time asked for is empty');
  const requests: SourceRequest[] = [];
  for (const row of areas.map(readArea)) {
    for (const dataset of datasets.map(readDataset)) {
      if (row[dataset.use].length === 0) {
        throw new SourceFault(`${row.code} (${row.description}) has no ${dataset.name} at ENTSO-E`);
      }
      for (const { eic, ...part } of eicsIn(row, dataset.use, span)) {
        for (const slice of sliceByMonths(part, dataset.sliceMonths, zone)) {
          const label = `${row.code} ${dataset.name} ${daysText(slice, zone)}`;
          const url = urlOf(dataset, eic, slice, baseUrl);
          requests.push({ dataset: dataset.name, area: row.code, span: slice, url, label });
        }
      }
    }
  }
  return requests;
}

function readDataset(name: string): EntsoeDataset {
  const dataset = findEntsoeDataset(name);
  if (dataset) return dataset;
  const names = ENTSOE_DATASETS.map((row) => row.name);
  throw new SourceFault(
    `${quoteGiven(name)} is not one of ${names.join(', ')}${didYouMean(name, names)}`,
  );
}

function readArea(code: string): EicRow {
  const row = findEicRow(code);
  if (row) return row;
  const codes = EIC_ROWS.map((one) => one.code);
  throw new SourceFault(
    `${quoteGiven(code)} is not one of the areas ${codes.join(', ')}${didYouMean(code, codes)}`,
  );
}

/** Cuts a span at the ends of months of market time. */
function sliceByMonths(span: Span, months: number, zone: Zone): Span[] {
  const slices: Span[] = [];
  for (let start = span.start; start < span.end; ) {
    const { year, month } = civilOfDay(zone.dayOf(start));
    const next = zone.startOfDay(dayOfCivil(year, month + months, 1));
    const end = Math.min(next, span.end);
    slices.push({ start, end });
    start = end;
  }
  return slices;
}

function urlOf(dataset: EntsoeDataset, eic: string, span: Span, baseUrl: string): string {
  const url = new URL(baseUrl);
  const { documentType, processType, areaParameters, moreParameters = {} } = dataset;
  url.searchParams.set('documentType', documentType);
  if (processType !== undefined) url.searchParams.set('processType', processType);
  for (const name of areaParameters) url.searchParams.set(name, eic);
  for (const [name, value] of Object.entries(moreParameters)) url.searchParams.set(name, value);
  url.searchParams.set('periodStart', compact(Math.floor(span.start / HOUR_MS) * HOUR_MS));
  url.searchParams.set('periodEnd', compact(Math.ceil(span.end / HOUR_MS) * HOUR_MS));
  return url.href;
}

/** `yyyyMMddHHmm` in UTC. */
const compact = (instant: Instant): string =>
  new Date(instant).toISOString().replace(/[-:T]/g, '').slice(0, 12);

/** `2024-09-02`, or `2024-09-02 to 2024-09-30`. */
function daysText({ start, end }: Span, zone: Zone): string {
  const [first, last] = [start, end - 1].map((instant) => formatMarket(instant, zone).slice(0, 10));
  return first === last ? first! : `${first} to ${last}`;
}
