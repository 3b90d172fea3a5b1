// The series that tell the model something about a target's tomorrow, and their values as known at a time.
// They are named by the target's definition, or found by the scheme of codes (driver-candidates.ts).

import { evaluatorOf } from '#core/formula/evaluate-formula';
import { readTokens } from '#core/formula/formula-tokens';
import type { DriverKind } from '#core/market/drivers';
import { HOUR_MS } from '#core/time/instant';
import type { Driver, SlotsPerDay } from '#model/days/day-table';
import { nativeOf } from '#service/context';
import { type ComputedSeries, evaluateColumns } from '#service/model-runs/computed-series';
import {
  candidatesByName,
  candidatesByScheme,
  type DriverCandidate,
  type DriverWish,
  forecastCodesOf,
} from '#service/model-runs/driver-candidates';
import {
  type DriverSearch,
  type DriverValues,
  judgeDriver,
  readDriverValues,
} from '#service/model-runs/driver-values';
import type { SeriesRecord } from '#store/series-record';

export interface FoundDrivers {
  /** Drivers with the codes of their series as names. */
  readonly drivers: readonly Driver[];
  /** A sentence for each stored or named series that was not used. */
  readonly notes: readonly string[];
  /** The codes that the scheme allows and that are not stored. */
  readonly missing: readonly string[];
}

/** The most drivers of a run. */
export const MOST_DRIVERS = 20;

const ROLES: Readonly<Partial<Record<DriverKind, 'demand' | 'supply'>>> = {
  load: 'demand',
  wind: 'supply',
  solar: 'supply',
};

/** The roles of what drives a part that is taken off. */
const TURNED = { demand: 'supply', supply: 'demand' } as const;

export async function findDrivers(wish: DriverWish, search: DriverSearch): Promise<FoundDrivers> {
  const { reader, days } = search;
  const drivers: Driver[] = [];
  const notes: string[] = [];
  const missing: string[] = [];
  if (wish.computed && !wish.named) await addComputed(wish.computed, search, drivers, notes);
  const kinds = new Set<string>();
  const candidates = wish.named
    ? await candidatesByName(wish.named, reader)
    : candidatesByScheme(wish, days.slotsPerDay);
  for (const candidate of candidates) {
    const { codes, kind, group } = candidate;
    // A definition may name two series of a kind; the scheme has one that is best.
    if (group !== undefined && kinds.has(`${group} ${kind}`)) continue;
    // The formula of a single series is one of the forecasts.
    if (codes.some((code) => drivers.some(({ name }) => name === code))) continue;
    let note: string | undefined;
    let isStored = false;
    for (const code of codes) {
      const series = await reader.findSeries(code);
      if (!series) continue;
      isStored = true;
      const found =
        drivers.length < MOST_DRIVERS
          ? await readDriver(series, candidate, search)
          : `${MOST_DRIVERS} drivers are used already`;
      if (typeof found === 'string') {
        note ??= `${code} was not used: ${found}`;
        continue;
      }
      note = undefined;
      if (kind !== undefined) kinds.add(`${group} ${kind}`);
      drivers.push(found.driver);
      if (found.source !== undefined) notes.push(`${code} by runs of ${found.source}`);
      break;
    }
    if (note !== undefined) notes.push(note);
    if (isStored) continue;
    if (wish.named) notes.push(`${codes[0]} was not used: there is no such series`);
    else missing.push(codes[0]!);
  }
  return { drivers, notes, missing };
}

interface FoundDriver {
  readonly driver: Driver;
  /** The source of its runs; undefined if it has none. */
  readonly source: string | undefined;
}

/** Reads a driver, or returns the reason why the series cannot be one. */
async function readDriver(
  series: SeriesRecord,
  { kind, isTurned = false }: DriverCandidate,
  search: DriverSearch,
): Promise<FoundDriver | string> {
  const found = await readDriverValues(series, search);
  if (typeof found === 'string') return found;
  const { values, source } = found;
  const role = kind && ROLES[kind];
  const roles = role ? { role: isTurned ? TURNED[role] : role } : {};
  return { driver: { name: series.code, values, ...roles }, source };
}

/**
 * Adds the formula of a computed target, of others' forecasts of its parts: it forecasts the target itself. All
 * parts must have one. A part's own values would be no forecast on the days that the model learns from.
 */
async function addComputed(
  { text, formula, parts }: ComputedSeries,
  search: DriverSearch,
  drivers: Driver[],
  notes: string[],
): Promise<void> {
  const columns: Float64Array[] = [];
  const codes = new Map<string, string>();
  let reason: string | undefined;
  for (const { series } of parts) {
    const forecast = await findForecast(series, search);
    if (!forecast) return;
    if (typeof forecast.found === 'string') reason ??= `${forecast.code}: ${forecast.found}`;
    else columns.push(forecast.found.values);
    codes.set(series.code, forecast.code);
  }
  const name = nameOf(text, codes);
  if (reason === undefined) {
    const values = evaluateColumns(evaluatorOf(formula.root), columns);
    reason = judgeDriver(values, search);
    if (reason === undefined) drivers.push({ name, values });
  }
  if (reason !== undefined) notes.push(`${name} was not used: ${reason}`);
}

/** A formula without blanks, with other codes. Its minus is not the hyphen that a code may contain. */
function nameOf(text: string, codes: ReadonlyMap<string, string>): string {
  const words = readTokens(text).map((token) => {
    if (token.kind === 'sign') return token.sign === '-' ? '−' : token.sign;
    const code = token.kind === 'series' ? codes.get(token.series.seriesId)! : token.text;
    return code.includes('-') ? `"${code}"` : code;
  });
  return words.join('');
}

/** The first forecast of a part that can be used, else the first one with its reason; undefined without any. */
async function findForecast(part: SeriesRecord, search: DriverSearch) {
  let first: { code: string; found: DriverValues | string } | undefined;
  for (const code of forecastCodesOf(part, search.days.slotsPerDay)) {
    const series = await search.reader.findSeries(code);
    if (!series) continue;
    const found = await readDriverValues(series, search);
    if (typeof found !== 'string') return { code, found };
    first ??= { code, found };
  }
  return first;
}

/** The slots per day: 24, 48 or 96, or undefined for a series that the model does not forecast. */
export function slotsOf(series: SeriesRecord): SlotsPerDay | undefined {
  const { stepMs } = nativeOf(series);
  if (stepMs === HOUR_MS) return 24;
  if (stepMs === HOUR_MS / 2) return 48;
  return stepMs === HOUR_MS / 4 ? 96 : undefined;
}
