// The time series of a document, gathered by the series they belong to, each as one array. If two have a
// value of the same time, the later in the document wins.

import type { EicRow } from '#core/market/eic';
import type { ResolutionName } from '#core/time/resolution';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { ImportFault, locateFault } from '#importers/files/import-fault';
import {
  CURVE_TYPES,
  type CurveType,
  type GridPeriod,
  periodOnGrid,
} from '#sources/entsoe/entsoe-curve';
import type { EntsoeDataset } from '#sources/entsoe/entsoe-datasets';
import type { EntsoeDocument, EntsoeTimeSeries } from '#sources/entsoe/entsoe-document';
import { identifySeries, type Quantity } from '#sources/entsoe/entsoe-series';
import type { SourceRequest } from '#sources/source';

export interface GatheredSeries {
  readonly row: EicRow;
  readonly quantity: Quantity;
  readonly resolution: ResolutionName;
  readonly firstIndex: number;
  /** NaN for intervals that the document does not name. */
  readonly values: Float64Array;
}

export interface Gathered {
  readonly series: readonly GatheredSeries[];
  /** What the operator should know, a sentence each. */
  readonly notes: readonly string[];
}

interface SeriesParts {
  readonly row: EicRow;
  readonly quantity: Quantity;
  readonly resolution: ResolutionName;
  readonly parts: GridPeriod[];
}

/** The most points of a document with all repeats filled in: 32 MB. */
const MOST_POINTS = 4_000_000;
/** The most intervals from the first to the last of one series: 57 years of quarter hours. */
const MOST_INTERVALS = 2_000_000;

/** Gathers the series; throws an ImportFault with the line of a time series that cannot be read. */
export function gatherSeries(
  document: EntsoeDocument,
  dataset: EntsoeDataset,
  request: SourceRequest | undefined,
  zone: Zone,
): Gathered {
  const bySeries = new Map<string, SeriesParts>();
  const notes = new Set<string>();
  let points = 0;
  for (const series of document.series) {
    const identified = located(series.line, () => identifySeries(series, dataset, request));
    if (typeof identified === 'string') {
      notes.add(`Left out: ${identified}.`);
      continue;
    }
    const { rows, ...quantity } = identified;
    const curve = located(series.line, () => readCurve(series));
    for (const period of series.periods) {
      const onGrid = located(period.line, () => periodOnGrid(period, curve, zone));
      points += onGrid.values.length * rows.length;
      if (points > MOST_POINTS) {
        throw new ImportFault(`the document has more than ${MOST_POINTS} values`, period.line);
      }
      for (const row of rows)
        partsOf(bySeries, row, quantity, onGrid.resolution).parts.push(onGrid);
    }
  }
  const series = [...bySeries.values()].map((parts) => flatten(parts, notes));
  return { series, notes: [...notes] };
}

function located<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    throw locateFault(fault, line);
  }
}

function readCurve({ fields }: EntsoeTimeSeries): CurveType {
  const curve = fields.get('curveType') ?? 'A01';
  if (CURVE_TYPES.includes(curve)) return curve as CurveType;
  throw new ImportFault(`the curve type ${curve} is not one of ${CURVE_TYPES.join(', ')}`);
}

function partsOf(
  bySeries: Map<string, SeriesParts>,
  row: EicRow,
  quantity: Quantity,
  resolution: ResolutionName,
): SeriesParts {
  const name = `${row.code} ${quantity.tail} ${resolution}`;
  let series = bySeries.get(name);
  if (!series) bySeries.set(name, (series = { row, quantity, resolution, parts: [] }));
  return series;
}

function flatten(
  { row, quantity, resolution, parts }: SeriesParts,
  notes: Set<string>,
): GatheredSeries {
  const span: IndexSpan = {
    start: parts.reduce((least, { firstIndex }) => Math.min(least, firstIndex), Infinity),
    end: parts.reduce(
      (most, { firstIndex, values }) => Math.max(most, firstIndex + values.length),
      -Infinity,
    ),
  };
  if (span.end - span.start > MOST_INTERVALS) {
    throw new ImportFault(`the periods of ${row.code} ${quantity.words} are too far apart`);
  }
  const values = new Float64Array(span.end - span.start).fill(Number.NaN);
  let replaced = 0;
  for (const part of parts) {
    part.values.forEach((value, at) => {
      if (Number.isNaN(value)) return;
      const place = part.firstIndex + at - span.start;
      if (!Number.isNaN(values[place]!) && values[place] !== value) replaced++;
      values[place] = value;
    });
  }
  if (replaced > 0) {
    notes.add(
      `${row.code} ${quantity.words}: ${replaced === 1 ? '1 value is' : `${replaced} values are`} given twice; the later in the document wins.`,
    );
  }
  return { row, quantity, resolution, firstIndex: span.start, values };
}
