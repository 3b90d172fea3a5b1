// Forecast targets that operators define: checks what they give, and keeps it.

import { Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { isSeriesId, normalizeSeriesId, SERIES_ID_RULE } from '#core/market/categories';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { HINDCAST_SOURCE, OWN_SOURCE } from '#core/values/source-order';
import { SERIES_KINDS, type SeriesKind } from '#model/members/members';
import { nativeOf } from '#service/context';
import {
  type ComposedFormula,
  checkFormulaName,
  composeFormula,
  hasFormula,
  readFormula,
  readUnit,
  refuseIfUsed,
  writeComposed,
} from '#service/model-runs/formula-target';
import { areaOf } from '#service/model-runs/guess-target';
import { MOST_DRIVERS, slotsOf } from '#service/model-runs/model-drivers';
import type { ModelTarget } from '#service/model-runs/settle-target';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { StoredTarget } from '#store/forecast-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader, SeriesWriter } from '#store/series-store';

/** Each is looked at twice a minute, and each run takes seconds. */
export const MOST_TARGETS = 100;
export const MOST_NAMED_DRIVERS = MOST_DRIVERS;

export const TARGET_NAME_RULE =
  '1 to 64 characters: a letter or digit, then letters, digits, "_", "." or "-" (case does not matter)';
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;
const AREA = /^[A-Z][A-Z0-9_-]{0,15}$/;

/** What an operator gives: a field that is left out or null is guessed or found. */
export interface TargetDraft {
  readonly name?: string | undefined;
  readonly target?: string | undefined;
  readonly drivers?: readonly string[] | null | undefined;
  readonly hours?: readonly number[] | null | undefined;
  readonly kind?: string | null | undefined;
  readonly area?: string | null | undefined;
  /** A formula of series in place of a target. Its values are stored as a series of the definition's name. */
  readonly formula?: string | null | undefined;
  /** The unit of a formula. Left out: it follows from the parts. */
  readonly unit?: string | null | undefined;
}

export function readTargetName(given: string | undefined): string {
  const name = given?.trim().toLowerCase() ?? '';
  if (name === '') throw refuseField('field_missing', 'name', 'a name is needed');
  if (!NAME.test(name)) {
    const message = `${quoteGiven(given!)} cannot name a forecast: ${TARGET_NAME_RULE}`;
    throw refuseField('field_invalid', 'name', message);
  }
  if (name !== OWN_SOURCE && name !== HINDCAST_SOURCE) return name;
  const message = `${name} is the source of the runs of areas and categories; choose another name`;
  throw refuseField('field_invalid', 'name', message);
}

/** Reads a draft: everything that can be refused before the store is read. */
export function readTarget(draft: TargetDraft, now: Instant): StoredTarget {
  const faults = new FaultCollector();
  const formula = draft.formula ?? null;
  const name = faults.check(() => readTargetName(draft.name));
  const target = {
    name,
    series: faults.check(() => readSeries(draft, name ?? '')),
    formula: faults.check(() => (formula === null ? null : readFormula(formula))),
    unit: faults.check(() => readUnit(draft.unit, formula)),
    drivers: faults.check(() => readDrivers(draft.drivers ?? null)),
    hours: faults.check(() => readHours(draft.hours ?? null)),
    kind: faults.check(() => readKind(draft.kind)),
    area: faults.check(() => readArea(draft.area)),
    createdAt: now,
  };
  faults.throwIfAny();
  return target as StoredTarget;
}

/** The code of the target: that of a formula is the definition's name. */
function readSeries({ target, formula }: TargetDraft, name: string): string {
  if (formula === null || formula === undefined) return readCode(target);
  if (target === undefined || normalizeSeriesId(target) === name) return checkFormulaName(name);
  const message = 'a formula makes a series of the name of the forecast; leave the target out';
  throw refuseField('field_invalid', 'target', message);
}

/** A formula in place of a code is told to be given as one. */
function readCode(given: string | undefined, field = 'target'): string {
  const code = normalizeSeriesId(given ?? '');
  if (code === '')
    throw refuseField('field_missing', field, 'the identifier of a series is needed');
  if (isSeriesId(code)) return code;
  const message = /[\s+*/()]/.test(code)
    ? `${quoteGiven(given!)} is not a series; give it as a formula, without a target`
    : `${quoteGiven(given!)} cannot be a series: ${SERIES_ID_RULE}`;
  throw refuseField('field_invalid', field, message);
}

function readDrivers(given: readonly string[] | null): readonly string[] | null {
  if (given === null) return null;
  if (given.length > MOST_NAMED_DRIVERS) {
    const message = `${given.length} drivers are given, and at most ${MOST_NAMED_DRIVERS} are taken`;
    throw refuseField('field_invalid', 'drivers', message);
  }
  return [...new Set(given.map((code) => readCode(code, 'drivers')))];
}

function readHours(given: readonly number[] | null): readonly number[] | null {
  if (given === null) return null;
  const wrong = given.find((hour) => !Number.isInteger(hour) || hour < 0 || hour > 23);
  if (wrong === undefined && given.length > 0) return [...new Set(given)].sort((a, b) => a - b);
  const message =
    wrong === undefined
      ? 'no hour is given; leave the field out to use the hours of the server'
      : `${quoteGiven(String(wrong))} is not a UTC hour of the day`;
  throw refuseField('field_invalid', 'hours', message, ['0 to 23']);
}

function readKind(given: string | null | undefined): string | null {
  const kind = given?.trim().toLowerCase();
  if (!kind) return null;
  if ((SERIES_KINDS as readonly string[]).includes(kind)) return kind;
  const message = `unknown kind ${quoteGiven(given!)}${didYouMean(kind, SERIES_KINDS)}`;
  throw refuseField('field_invalid', 'kind', message, SERIES_KINDS);
}

function readArea(given: string | null | undefined): string | null {
  const area = given?.trim().toUpperCase();
  if (!area) return null;
  if (AREA.test(area)) return area;
  const message = `${quoteGiven(given!)} cannot be an area: a letter, then up to 15 letters, digits, "_" or "-"`;
  throw refuseField('field_invalid', 'area', message);
}

/** Finds the series of a target, or refuses if it cannot be forecast whatever values it gets. */
export async function findTargetSeries(
  reader: SeriesReader,
  { series: code }: Pick<StoredTarget, 'series'>,
): Promise<SeriesRecord> {
  const series = await findSeriesOrRefuse(reader, code, 'target');
  if (slotsOf(series) !== undefined) return series;
  const message = `${code} has one value per ${nativeOf(series).name}; hours, half hours and quarter hours are forecast`;
  throw refuseField('field_invalid', 'target', message);
}

/** Refuses a target that cannot be forecast whatever values it gets. */
export async function checkTarget(
  reader: SeriesReader,
  target: StoredTarget,
): Promise<ComposedFormula | undefined> {
  if (hasFormula(target)) return composeFormula(reader, target);
  const stored = (await reader.listForecastTargets()).find(({ name }) => name === target.name);
  if (stored?.formula && stored.series === target.series) {
    const message = `${target.name} is computed by this forecast; give its formula again (${stored.formula}), or remove the forecast first`;
    throw refuseField('field_invalid', 'target', message);
  }
  await refuseIfUsed(reader, target.name);
  await findTargetSeries(reader, target);
  return undefined;
}

/** Adds or replaces a target. Its series must exist, or is made from its formula. */
export async function putTarget(writer: SeriesWriter, target: StoredTarget): Promise<void> {
  const composed = await checkTarget(writer, target);
  const others = (await writer.listForecastTargets()).filter(({ name }) => name !== target.name);
  if (others.length >= MOST_TARGETS) {
    throw new Refusal(
      'field_invalid',
      `there are ${others.length} forecast targets, which is the most; remove one first`,
      { faults: [{ field: 'name', message: `at most ${MOST_TARGETS} targets can be defined` }] },
    );
  }
  await writer.putForecastTarget(target);
  if (composed) await writeComposed(writer, composed, target);
}

/** Ends a definition; resolves to false if no such one is stored. */
export async function removeTarget(writer: SeriesWriter, name: string): Promise<boolean> {
  await refuseIfUsed(writer, name);
  return writer.removeForecastTarget(name);
}

/** What the journal says of a change; `target` is undefined if it was removed. */
export const describeTargetChange = (name: string, target: StoredTarget | undefined): string =>
  target === undefined
    ? `forecast ${name}: removed`
    : `forecast ${name}: of ${target.formula ?? target.series}`;

/** The run that a target wants. */
export const modelTargetOf = (target: StoredTarget, series?: SeriesRecord): ModelTarget => ({
  name: target.name,
  series: target.series,
  area: target.area ?? (series && areaOf(series)) ?? '',
  category: series?.category ?? '',
  ...(target.kind === null ? {} : { kind: target.kind as SeriesKind }),
  ...(target.drivers === null ? {} : { drivers: target.drivers }),
});
