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
import {
  type FormulasByCode,
  formulasOf,
  inlineFormula,
} from '#service/model-runs/nested-formulas';
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
  throw refuse(
    `${shifted.seriesId} is shifted by days, which only the page does: a run would have to know which of its own forecasts a shift reaches; leave the ~ out`,
  );
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
  const { label, root, inputs } = parse(target.formula);
  const formulas = await checkNames(reader, target, inputs);
  const { text, formula } = blaming('formula', () => inlineFormula(target.series, formulas));
  const named = await findSeries(reader, inputs);
  const computed = computedOf(text, formula, await findSeries(reader, formula.inputs));
  const { resolution } = computed.parts.find(({ perValue }) => perValue === 1)!.series;
  const finer = named.find(
    (series) => formulas.has(series.code) && series.resolution !== resolution,
  );
  if (finer) {
    // The mean of what was computed differs from what is computed of means.
    throw refuse(
      `${finer.code} is computed by the ${finer.resolution}, and this formula by the ${resolution}; write (${formulas.get(finer.code)}) in its place`,
    );
  }
  await checkSeries(reader, target.series, resolution);
  const units = named.map(({ unit }) => unit);
  const advice = '; a unit that is given says what the result is';
  const definition = {
    code: target.series,
    description: `Computed: ${label}`,
    unit: target.unit ?? blaming('formula', () => unitOfFormula(root, units), advice),
    resolution,
    area: target.area ?? named.map(areaOf).find((area) => area !== undefined) ?? null,
    category: null,
  };
  return { definition, computed };
}

/** Checks that names make no circle, and that formulas which name the target can still be read. Returns all formulas. */
async function checkNames(
  reader: SeriesReader,
  { name, series, formula }: FormulaTarget,
  inputs: Formula['inputs'],
): Promise<FormulasByCode> {
  if (inputs.some(({ seriesId }) => seriesId === series))
    throw refuse(`${name} names itself; choose another name for the forecast`);
  const others = (await reader.listForecastTargets()).filter((other) => other.name !== name);
  const formulas = formulasOf(others);
  const isComputed = (await reader.listForecastTargets()).some(
    (other) => other.name === name && hasFormula(other),
  );
  const [user] = usersOf(series, others);
  if (user && !isComputed)
    throw refuse(
      `${name} is a part of the formula of ${user.name}, so it cannot be computed itself`,
    );
  formulas.set(series, formula);
  for (const other of usersOf(series, others)) {
    try {
      inlineFormula(other.series, formulas);
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      throw refuse(
        `${other.name} is computed from ${name}, and could not be any more: ${error.message}`,
      );
    }
  }
  return formulas;
}

/** The definitions whose formulas name a series, also by way of others. */
function usersOf(code: string, targets: readonly StoredTarget[]): FormulaTarget[] {
  const users = new Set<FormulaTarget>();
  const found = [code];
  for (const each of found) {
    for (const target of targets.filter(hasFormula)) {
      const isUser = parse(target.formula).inputs.some(({ seriesId }) => seriesId === each);
      if (!isUser || users.has(target)) continue;
      users.add(target);
      found.push(target.series);
    }
  }
  return [...users];
}

/** Refuses to end the formula of a definition from whose series others are computed: they would go on with old values. */
export async function refuseIfUsed(reader: SeriesReader, name: string): Promise<void> {
  const targets = await reader.listForecastTargets();
  const own = targets.find((target) => target.name === name && hasFormula(target));
  const [user] = own ? usersOf(own.series, targets) : [];
  if (!user) return;
  const message = `${user.name} is computed from ${name}; change or remove ${user.name} first`;
  throw refuseField('field_invalid', 'name', message);
}

async function findSeries(
  reader: SeriesReader,
  inputs: Formula['inputs'],
): Promise<SeriesRecord[]> {
  const found: SeriesRecord[] = [];
  for (const { seriesId } of inputs) {
    const part = await findSeriesOrRefuse(reader, seriesId, 'formula');
    if (slotsOf(part) === undefined) {
      const { name: step } = nativeOf(part);
      throw refuse(
        `${seriesId} has one value per ${step}; formulas of hours, half hours and quarter hours are forecast, as no hour of a day has a value of its own`,
      );
    }
    found.push(part);
  }
  return found;
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
