// Formulas as forecast targets: what an operator gives is checked, and becomes a series of the definition's name.

import { refuseField } from '#core/errors';
import { FormulaFault } from '#core/formula/formula-tokens';
import { unitOfFormula } from '#core/formula/formula-unit';
import { type Formula, parseFormula } from '#core/formula/parse-formula';
import { isSeriesId, SERIES_ID_RULE } from '#core/market/categories';
import { quoteGiven } from '#core/nearest';
import { nativeOf } from '#service/context';
import { type ComputedSeries, computedOf } from '#service/model-runs/computed-series';
import { fillComputed, wasComputed } from '#service/model-runs/computed-values';
import { areaOf } from '#service/model-runs/guess-target';
import { slotsOf } from '#service/model-runs/model-drivers';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { StoredTarget } from '#store/forecast-target';
import type { SeriesDefinition, SeriesRecord } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';

const LONGEST_UNIT = 40;

/** A target that has a formula. */
type FormulaTarget = StoredTarget & { readonly formula: string };

export const hasFormula = (target: StoredTarget): target is FormulaTarget =>
  target.formula !== null;

/** Returns the formula as it is kept; refuses what the grammar does not allow. */
export function readFormula(given: string): string {
  parse(given);
  return given.trim();
}

/** A formula makes a series, so the name must be able to be its code. */
export function checkFormulaName(name: string): string {
  if (isSeriesId(name)) return name;
  const message = `${quoteGiven(name)} cannot be the series of a formula: ${SERIES_ID_RULE}`;
  throw refuseField('field_invalid', 'name', message);
}

export function readUnit(given: string | null | undefined, formula: string | null): string | null {
  if (given === null || given === undefined) return null;
  if (formula === null) {
    throw refuseField('field_invalid', 'unit', 'a stored series has its unit; leave the field out');
  }
  const unit = given.trim();
  if (unit.length <= LONGEST_UNIT && !/\p{Cc}/u.test(unit)) return unit;
  const message = `${quoteGiven(given)} cannot be a unit: at most ${LONGEST_UNIT} characters`;
  throw refuseField('field_invalid', 'unit', message);
}

const refuse = (message: string) => refuseField('field_invalid', 'formula', message);

function parse(text: string): Formula {
  const formula = blaming('formula', () => parseFormula(text));
  const shifted = formula.inputs.find(({ shiftDays }) => shiftDays !== 0);
  if (!shifted) return formula;
  throw refuse(`${shifted.seriesId} is shifted by days, which only the page does; leave the ~ out`);
}

/** Faults of formulas are sentences; a refusal goes on behind the name of its field. */
function blaming<T>(field: string, read: () => T, advice = ''): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    const sentence = error.message.replace(/\.$/, '');
    const message = sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
    throw refuseField('field_invalid', field, message + advice);
  }
}

/** The series that a formula makes, and how it is computed. */
export interface ComposedFormula {
  readonly definition: SeriesDefinition;
  readonly computed: ComputedSeries;
}

/** Finds the parts of a formula; refuses one that cannot be computed or forecast. */
export async function composeFormula(
  reader: SeriesReader,
  target: FormulaTarget,
): Promise<ComposedFormula> {
  const formula = parse(target.formula);
  const parts = await findParts(reader, formula, target.name);
  const computed = computedOf(target.formula, formula, parts);
  const { resolution } = computed.parts.find(({ perValue }) => perValue === 1)!.series;
  await checkSeries(reader, target.series, resolution);
  const units = parts.map(({ unit }) => unit);
  const advice = '; a unit that is given says what the result is';
  const definition = {
    code: target.series,
    description: `Computed: ${formula.label}`,
    unit: target.unit ?? blaming('formula', () => unitOfFormula(formula.root, units), advice),
    resolution,
    area: target.area ?? parts.map(areaOf).find((area) => area !== undefined) ?? null,
    category: null,
  };
  return { definition, computed };
}

async function findParts(
  reader: SeriesReader,
  formula: Formula,
  name: string,
): Promise<SeriesRecord[]> {
  const computed = (await reader.listForecastTargets()).filter(hasFormula);
  const user = computed.find(
    (other) =>
      other.name !== name && parse(other.formula).inputs.some((one) => one.seriesId === name),
  );
  if (user)
    throw refuse(
      `${name} is a part of the formula of ${user.name}, so it cannot be computed itself`,
    );
  const parts: SeriesRecord[] = [];
  for (const { seriesId } of formula.inputs) {
    if (seriesId === name)
      throw refuse(`${name} names itself; choose another name for the forecast`);
    const part = await findSeriesOrRefuse(reader, seriesId, 'formula');
    const own = computed.find(({ series }) => series === seriesId);
    if (own) throw refuse(`${seriesId} is computed itself; write (${own.formula}) in its place`);
    if (slotsOf(part) === undefined) {
      const { name: step } = nativeOf(part);
      throw refuse(
        `${seriesId} has one value per ${step}; formulas of hours, half hours and quarter hours are forecast`,
      );
    }
    parts.push(part);
  }
  return parts;
}

/** Refuses to write over a series that has values of its own, or has another resolution. */
async function checkSeries(
  reader: SeriesReader,
  code: string,
  resolution: SeriesDefinition['resolution'],
): Promise<void> {
  const series = await reader.findSeries(code);
  if (!series) return;
  const isEmpty = series.firstIndex === null && series.runFirstIndex === null;
  if (!isEmpty && !(await wasComputed(reader, series))) {
    const message = `the series ${code} exists and has values of its own, which a formula would replace; choose another name`;
    throw refuseField('field_invalid', 'name', message);
  }
  if (series.resolution === resolution) return;
  const message = `the series ${code} has one value per ${series.resolution}, and the formula gives one per ${resolution}; choose another name`;
  throw refuseField('field_invalid', 'name', message);
}

/** Makes or changes the series of a formula, and writes its values. */
export async function writeComposed(
  writer: SeriesWriter,
  { definition, computed }: ComposedFormula,
  target: StoredTarget,
): Promise<void> {
  const series = await writer.defineSeries(definition, target.createdAt);
  await fillComputed(writer, series, computed, target.createdAt);
}
