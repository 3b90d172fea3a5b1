// Small ENTSO-E documents for the tests, and the content of a batch in a form that is easy to read.

import { gridOf } from '#core/time/grid';
import { formatUtc } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { entsoeSource } from '#sources/entsoe/entsoe-source';
import type { ParsedBatch, SourceRequest } from '#sources/source';

export const BERLIN = findZone('Europe/Berlin')!;

export interface PeriodText {
  readonly start: string;
  readonly end: string;
  readonly resolution: string;
  /** Values by position. */
  readonly points: Readonly<Record<number, number | string>>;
}

export interface SeriesText {
  readonly curve?: string;
  readonly fields?: string;
  readonly periods: readonly PeriodText[];
}

const pointText = (element: string, points: PeriodText['points']): string =>
  Object.entries(points)
    .map(
      ([position, value]) =>
        `<Point><position>${position}</position><${element}>${value}</${element}></Point>`,
    )
    .join('\n');

const seriesText = (element: string, { curve, fields = '', periods }: SeriesText): string => `
<TimeSeries><mRID>1</mRID>${fields}${curve === undefined ? '' : `<curveType>${curve}</curveType>`}
${periods
  .map(
    ({ start, end, resolution, points }) => `<Period>
<timeInterval><start>${start}</start><end>${end}</end></timeInterval>
<resolution>${resolution}</resolution>
${pointText(element, points)}
</Period>`,
  )
  .join('\n')}
</TimeSeries>`;

export const priceFields = (
  eic: string,
  { currency = 'EUR', contract = 'A01', sequence = '' } = {},
): string => `<in_Domain.mRID codingScheme="A01">${eic}</in_Domain.mRID>
<out_Domain.mRID codingScheme="A01">${eic}</out_Domain.mRID>
<contract_MarketAgreement.type>${contract}</contract_MarketAgreement.type>
<currency_Unit.name>${currency}</currency_Unit.name>
<price_Measure_Unit.name>MWH</price_Measure_Unit.name>${
  sequence === ''
    ? ''
    : `<classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>`
}`;

/** `side` is `in` for power that is produced, `out` for power that is taken. */
export const powerFields = (
  eic: string,
  side: 'in' | 'out',
  { type = '', business = 'A01', unit = 'MAW' } = {},
): string => `<businessType>${business}</businessType>
<${side}BiddingZone_Domain.mRID codingScheme="A01">${eic}</${side}BiddingZone_Domain.mRID>
<quantity_Measure_Unit.name>${unit}</quantity_Measure_Unit.name>${
  type === '' ? '' : `<MktPSRType><psrType>${type}</psrType></MktPSRType>`
}`;

const CREATED = '<createdDateTime>2026-05-07T10:12:22Z</createdDateTime>';

export const pricesXml = (...series: SeriesText[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">
<type>A44</type>${CREATED}${series.map((one) => seriesText('price.amount', one)).join('')}
</Publication_MarketDocument>`;

export const powerXml = (type: string, process: string, ...series: SeriesText[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<GL_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-6:generationloaddocument:3:0">
<type>${type}</type><process.processType>${process}</process.processType>${CREATED}
${series.map((one) => seriesText('quantity', one)).join('')}
</GL_MarketDocument>`;

export const reasonXml = (code: string, text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0">
${CREATED}<Reason><code>${code}</code><text>${text}</text></Reason>
</Acknowledgement_MarketDocument>`;

export const parseText = (text: string, request?: SourceRequest): Promise<ParsedBatch> =>
  entsoeSource.parse([Buffer.from(text)], request, BERLIN);

/** The values of a series by their times, or undefined if the batch has no such series. */
export function valuesOf(batch: ParsedBatch, code: string): Record<string, number> | undefined {
  if (batch.kind === 'none') return undefined;
  const found = batch.points.find(({ definition }) => definition.code === code);
  if (!found) return undefined;
  const grid = gridOf(resolutionOf(found.definition.resolution), BERLIN);
  return Object.fromEntries(
    [...found.indices].map((index, at) => [formatUtc(grid.startOf(index)), found.values[at]!]),
  );
}

export const codesOf = (batch: ParsedBatch): string[] =>
  batch.kind === 'none' ? [] : batch.points.map(({ definition }) => definition.code);
