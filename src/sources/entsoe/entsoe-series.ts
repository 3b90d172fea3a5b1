// Which series a time series of a document belongs to: its area, the end of its code, and its unit.

import { seriesIdOf } from '#core/market/categories';
import { areasOfEic, type EicRow, findEicRow } from '#core/market/eic';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { ImportFault } from '#importers/files/import-fault';
import type { EntsoeDataset } from '#sources/entsoe/entsoe-datasets';
import type { EntsoeTimeSeries } from '#sources/entsoe/entsoe-document';
import { findProductionType } from '#sources/entsoe/entsoe-production-types';
import type { SourceRequest } from '#sources/source';
import type { SeriesDefinition } from '#store/series-record';

const STEPS: Readonly<Partial<Record<ResolutionName, string>>> = {
  quarterhour: ', every 15 minutes',
  halfhour: ', every 30 minutes',
};

/** What is measured or forecast, in any area and resolution. */
export interface Quantity {
  /** The end of the code. */
  readonly tail: string;
  readonly words: string;
  readonly measure: 'power' | 'energy' | { readonly currency: string };
  /** The `psrType` of one type's production; undefined for power that storage takes, and for the rest. */
  readonly productionType?: string;
}

export interface IdentifiedSeries extends Quantity {
  /** More than one if a zone was that of several areas. */
  readonly rows: readonly EicRow[];
}

/** The series' identity, or why it is left out; throws an ImportFault if it cannot be told. */
export function identifySeries(
  series: EntsoeTimeSeries,
  dataset: EntsoeDataset,
  request: SourceRequest | undefined,
): IdentifiedSeries | string {
  const { fields } = series;
  if (dataset.use === 'price') {
    const contract = fields.get('contract_MarketAgreement.type') ?? 'A01';
    if (contract !== 'A01') return `prices of contract type ${contract} are not day-ahead prices`;
  }
  if (fields.has('registeredResource.mRID')) return 'values of single power stations are not kept';
  const at = series.periods[0]?.start ?? 0;
  const rows = rowsOf(domainOf(series, dataset), dataset, request, at);
  return { rows, ...quantityOf(series, dataset) };
}

/** The EIC code of the series' zone. */
function domainOf({ fields }: EntsoeTimeSeries, { use }: EntsoeDataset): string {
  if (use === 'price') {
    const [into, out] = [fields.get('in_Domain.mRID'), fields.get('out_Domain.mRID')];
    if (into !== undefined && into === out) return into;
    throw new ImportFault(`in_Domain ${into ?? '(none)'} and out_Domain ${out ?? '(none)'} differ`);
  }
  const domain =
    fields.get('inBiddingZone_Domain.mRID') ?? fields.get('outBiddingZone_Domain.mRID');
  if (domain !== undefined) return domain;
  throw new ImportFault('the time series names no bidding zone');
}

function rowsOf(
  eic: string,
  { use, name }: EntsoeDataset,
  request: SourceRequest | undefined,
  at: Instant,
): EicRow[] {
  if (request?.area != null) {
    const row = findEicRow(request.area);
    if (row?.[use].some((period) => period.eic === eic)) return [row];
    throw new ImportFault(`the answer is about ${quoteGiven(eic)}; asked was ${request.area}`);
  }
  const rows = areasOfEic(eic, use, at);
  if (rows.length > 0) return rows;
  throw new ImportFault(`${quoteGiven(eic)} is not the code of an area that has ${name}`);
}

function quantityOf({ fields }: EntsoeTimeSeries, dataset: EntsoeDataset): Quantity {
  if (dataset.use === 'price') return priceOf(fields);
  const measure = measureOf(fields.get('quantity_Measure_Unit.name'));
  const { tail, words, name } = dataset;
  if (name === 'week-load-forecast') {
    const business = fields.get('businessType');
    if (business === 'A60') return { tail: `${tail}min`, words: `least ${words}`, measure };
    if (business === 'A61') return { tail: `${tail}max`, words: `most ${words}`, measure };
    throw new ImportFault(`the business type ${business} is neither A60 (least) nor A61 (most)`);
  }
  // Storage also takes power: then the document names its zone as the one that power leaves.
  const isTaken = tail !== 'cons' && !fields.has('inBiddingZone_Domain.mRID');
  const use = isTaken ? { tail: 'use', words: ', power taken' } : { tail: '', words: '' };
  const code = fields.get('psrType');
  if (code === undefined && name !== 'generation' && name !== 'wind-solar-forecast') {
    return { tail: tail + use.tail, words: words + use.words, measure };
  }
  const type = findProductionType(code ?? '');
  if (!type) throw new ImportFault(`the production type ${code ?? '(none)'} is not known`);
  const named = { tail: type.tail + use.tail, words: type.words + use.words, measure };
  return isTaken ? named : { ...named, productionType: type.code };
}

/** Other auctions and currencies have codes of their own, so that they never mix with the main price. */
function priceOf(fields: ReadonlyMap<string, string>): Quantity {
  const currency = fields.get('currency_Unit.name') ?? '';
  const unit = fields.get('price_Measure_Unit.name');
  if (!/^[A-Z]{3}$/.test(currency) || unit !== 'MWH') {
    throw new ImportFault(`${quoteGiven(`${currency}/${unit}`)} is not a price per MWH`);
  }
  const sequence = fields.get('classificationSequence_AttributeInstanceComponent.position') ?? '1';
  if (!/^[1-9]$/.test(sequence)) throw new ImportFault(`sequence ${quoteGiven(sequence)}`);
  const isFirst = sequence === '1';
  return {
    tail: `price${isFirst ? '' : `.seq${sequence}`}${currency === 'EUR' ? '' : `.${currency.toLowerCase()}`}`,
    words: `day-ahead price${isFirst ? '' : ` of auction ${sequence}`}`,
    measure: { currency },
  };
}

function measureOf(unit: string | undefined): 'power' | 'energy' {
  if (unit === 'MAW') return 'power';
  if (unit === 'MWH') return 'energy';
  throw new ImportFault(`the unit ${unit ?? '(none)'} is neither MAW nor MWH`);
}

/** The definition of a quantity of an area in a resolution. */
export function defineQuantity(
  row: EicRow,
  { tail, words, measure }: Quantity,
  resolution: ResolutionName,
): SeriesDefinition {
  const category = resolutionOf(resolution).infix + tail;
  const unit = unitOf(measure, resolution);
  const areaText = row.description.replace(/, (.*)$/, ' ($1)');
  return {
    code: seriesIdOf(row.code, category),
    description: `${areaText} ${words}${STEPS[resolution] ?? ''}, ${unit} (ENTSO-E)`,
    unit,
    resolution,
    area: row.isArea ? row.code : null,
    category,
  };
}

/** The mean power of an hour in MW is its energy in MWh, the unit in which hours are stored. */
function unitOf(measure: Quantity['measure'], resolution: ResolutionName): string {
  if (typeof measure === 'object') return `${measure.currency}/MWh`;
  return measure === 'energy' || resolution === 'hour' ? 'MWh' : 'MW';
}
