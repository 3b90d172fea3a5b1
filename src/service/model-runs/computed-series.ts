// A series that a formula computes: its parts, its values from theirs, and a reader that computes them. What was
// known of the series at a time follows from what was known of its parts then.

import { type Evaluate, evaluatorOf, valueOfResult } from '#core/formula/evaluate-formula';
import { FormulaFault } from '#core/formula/formula-tokens';
import type { Formula } from '#core/formula/parse-formula';
import type { IndexSpan } from '#core/time/span';
import { nativeOf } from '#service/context';
import {
  type FormulasByCode,
  formulasOf,
  type InlinedFormula,
  inlineFormula,
} from '#service/model-runs/nested-formulas';
import { overlayReader } from '#service/model-runs/reader-overlay';
import type { SeriesKey, SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface ComputedPart {
  readonly series: SeriesRecord;
  /** How many of its values one interval of the computed series lasts. */
  readonly perValue: number;
}

export interface ComputedSeries {
  /** The formula as it was given, with the formulas of computed series in their places. */
  readonly text: string;
  readonly formula: Formula;
  /** The parts in the order of the formula's inputs. */
  readonly parts: readonly ComputedPart[];
}

type ReadPart = (key: SeriesKey, span: IndexSpan) => Promise<Float64Array>;

/** Puts parts on the grid of the coarsest of them. All last less than a day. */
export function computedOf(
  text: string,
  formula: Formula,
  parts: readonly SeriesRecord[],
): ComputedSeries {
  const steps = parts.map((part) => nativeOf(part).stepMs!);
  const stepMs = Math.max(...steps);
  return {
    text,
    formula,
    parts: parts.map((series, i) => ({ series, perValue: stepMs / steps[i]! })),
  };
}

/**
 * Finds what computes a series. Undefined if no definition has a formula for it; a text if it cannot be
 * computed.
 */
export async function findComputed(
  reader: SeriesReader,
  code: string,
): Promise<ComputedSeries | string | undefined> {
  const formulas = formulasOf(await reader.listForecastTargets());
  if (!formulas.has(code)) return undefined;
  const stored = readStored(code, formulas);
  if (typeof stored === 'string') return stored;
  const { text, formula } = stored;
  const parts: SeriesRecord[] = [];
  for (const { seriesId } of formula.inputs) {
    const part = await reader.findSeries(seriesId);
    if (!part) return `its part ${seriesId} does not exist`;
    if (part.firstIndex === null) return `its part ${seriesId} has no values`;
    parts.push(part);
  }
  return computedOf(text, formula, parts);
}

/** A later version may have stored a formula that this one does not know. */
function readStored(code: string, formulas: FormulasByCode): InlinedFormula | string {
  try {
    return inlineFormula(code, formulas);
  } catch (error) {
    if (error instanceof FormulaFault) return `its formula cannot be read: ${error.message}`;
    throw error;
  }
}

/** The span in which every part may have values; it is empty if the parts have no time in common. */
export function extentOf({ parts }: ComputedSeries): IndexSpan {
  const start = Math.max(
    ...parts.map(({ series, perValue }) => Math.ceil((series.firstIndex ?? 0) / perValue)),
  );
  const end = Math.min(
    ...parts.map(({ series, perValue }) => Math.floor(((series.lastIndex ?? -1) + 1) / perValue)),
  );
  return { start, end: Math.max(start, end) };
}

/** Computes the values of a span. A value is missing if any part of it is. */
export async function computeValues(
  { formula, parts }: ComputedSeries,
  span: IndexSpan,
  read: ReadPart,
): Promise<Float64Array> {
  const columns: Float64Array[] = [];
  for (const { series, perValue } of parts) {
    const own = { start: span.start * perValue, end: span.end * perValue };
    columns.push(meansOf(await read(series.key, own), perValue));
  }
  return evaluateColumns(evaluatorOf(formula.root), columns);
}

/** Evaluates a formula row by row; the columns are as long as each other. */
export function evaluateColumns(
  evaluate: Evaluate,
  columns: readonly Float64Array[],
): Float64Array {
  const inputs = new Array<number>(columns.length);
  return columns[0]!.map((_, row) => {
    for (let i = 0; i < columns.length; i++) inputs[i] = columns[i]![row]!;
    return withoutNoise(valueOfResult(evaluate(inputs)) ?? Number.NaN);
  });
}

/** The mean of each interval whose values are all present; the others are gaps, as on the page. */
function meansOf(values: Float64Array, count: number): Float64Array {
  if (count === 1) return values;
  const means = new Float64Array(values.length / count);
  for (let i = 0; i < means.length; i++) {
    let total = 0;
    for (let at = i * count; at < (i + 1) * count; at++) total += values[at]!;
    means[i] = total / count;
  }
  return means;
}

const DIGITS = 12;
const MOST_DECIMALS = 22;
const SCALES = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/** Values of this size and more are no possible ones: no import takes them either. */
const MAX_SIZE = 1e18;

/** Rounds to 12 digits: 0.1 + 0.2 is stored as 0.3, which takes less room and reads as what is meant. */
function withoutNoise(value: number): number {
  if (Math.abs(value) >= MAX_SIZE) return Number.NaN;
  const scale = SCALES[DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)))];
  return scale === undefined ? value : Math.round(value * scale) / scale + 0;
}

/** Returns a reader that computes the values of the series `key` from its parts, also as of earlier times. */
export function readAsComputed(
  reader: SeriesReader,
  key: SeriesKey,
  computed: ComputedSeries,
): SeriesReader {
  return overlayReader(reader, {
    async readValues(asked, span, into) {
      if (asked !== key) return reader.readValues(asked, span, into);
      const values = await computeValues(computed, span, (part, own) =>
        reader.readValues(part, own),
      );
      if (!into) return values;
      into.set(values);
      return into.subarray(0, values.length);
    },
    readValuesAsOf: (asked, span, asOf) =>
      asked === key
        ? computeValues(computed, span, (part, own) => reader.readValuesAsOf(part, own, asOf))
        : reader.readValuesAsOf(asked, span, asOf),
  });
}

/** The record of a computed series as its parts are now: values that no run has written yet count too. */
export function recordOf(series: SeriesRecord, computed: ComputedSeries): SeriesRecord {
  const { start, end } = extentOf(computed);
  const times = computed.parts.map((part) => part.series.updatedAt ?? 0);
  const isEmpty = end <= start;
  return {
    ...series,
    firstIndex: isEmpty ? null : start,
    lastIndex: isEmpty ? null : end - 1,
    updatedAt: Math.max(...times),
  };
}
