// Which series may drive a target: those that its definition names, or those whose codes follow the scheme,
// such as dehrwindforecast for an area DE and parkhrwindforecast for a series parkhrwind.

import { DRIVER_CATEGORIES, type DriverKind } from '#core/market/drivers';
import type { SlotsPerDay } from '#model/days/day-table';
import type { SeriesKind } from '#model/members/members';
import type { ComputedSeries } from '#service/model-runs/computed-series';
import { areSiblings, guessKind, prefixOf } from '#service/model-runs/guess-target';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

export interface DriverWish {
  /** The series that is forecast: neither it nor the same quantity in another resolution drives it. */
  readonly target: Pick<SeriesRecord, 'code' | 'category'>;
  /** The beginnings of codes to look for, the preferred one first. */
  readonly prefixes: readonly string[];
  /** The kind of the target. Left out: a driver of any kind is wanted. */
  readonly kind?: SeriesKind;
  /** The codes that a definition names, in place of the scheme's. */
  readonly named?: readonly string[];
  /** The parts of a computed target: none of them drives it, and each may have drivers of its own. */
  readonly computed?: ComputedSeries;
  /** The prefixes whose demand counts like supply, and the other way round. */
  readonly turned?: readonly string[];
}

/** Several codes for one driver: the first one that can be used is. */
export interface DriverCandidate {
  readonly codes: readonly string[];
  readonly kind: DriverKind | undefined;
  /** One driver of each kind is used in a group. Left out: any number. */
  readonly group?: string;
  readonly isTurned?: boolean;
}

/** What drives wind and sun: consumption does not. Every other kind of target takes all drivers. */
const DRIVEN_BY: Readonly<Partial<Record<SeriesKind, readonly DriverKind[]>>> = {
  wind: ['wind', 'windspeed', 'temperature'],
  solar: ['solar', 'radiation', 'temperature'],
};

/** The resolutions of a driver, the preferred one first: a finer one is averaged, a coarser one repeated. */
const INFIXES: Readonly<Record<SlotsPerDay, readonly string[]>> = {
  24: ['hr', 'hh', 'qh'],
  48: ['hh', 'qh', 'hr'],
  96: ['qh', 'hh', 'hr'],
};

/** The candidates in the order of the table of drivers. */
export function candidatesByScheme(wish: DriverWish, slotsPerDay: SlotsPerDay): DriverCandidate[] {
  const wanted = wish.kind && DRIVEN_BY[wish.kind];
  const own = [wish.target, ...(wish.computed?.parts.map(({ series }) => series) ?? [])];
  const candidates: DriverCandidate[] = [];
  for (const { name, kind } of DRIVER_CATEGORIES) {
    if (wanted && !wanted.includes(kind)) continue;
    for (const prefix of wish.prefixes) {
      const codes = INFIXES[slotsPerDay]
        .map((infix) => prefix + name.replace(/^hr/, infix))
        .filter((code) => !own.some((series) => areSiblings(series, code)));
      const group = wish.computed ? prefix : '';
      const isTurned = wish.turned?.includes(prefix) ?? false;
      if (codes.length > 0) candidates.push({ codes, kind, group, isTurned });
    }
  }
  return candidates;
}

/** The candidates that a definition names. Their kinds say which are demand and which are supply. */
export async function candidatesByName(
  named: readonly string[],
  reader: Pick<SeriesReader, 'findSeries'>,
): Promise<DriverCandidate[]> {
  const candidates: DriverCandidate[] = [];
  for (const code of named) {
    const series = await reader.findSeries(code);
    candidates.push({ codes: [code], kind: series && driverKindOf(series) });
  }
  return candidates;
}

/** The codes that forecasts of a series by others have, the preferred one first: `dehrwindforecast` for `dehrwind`. */
export function forecastCodesOf(
  part: Pick<SeriesRecord, 'code' | 'category'>,
  slotsPerDay: SlotsPerDay,
): string[] {
  const prefix = prefixOf(part);
  const infix =
    prefix === undefined ? undefined : /^(?:hr|qh|hh)/.exec(part.code.slice(prefix.length));
  if (!infix) return [`${part.code}forecast`];
  const quantity = part.code.slice(prefix!.length + 2);
  return INFIXES[slotsPerDay].map((each) => `${prefix}${each}${quantity}forecast`);
}

function driverKindOf(series: SeriesRecord): DriverKind | undefined {
  const kind = guessKind(series);
  return kind === 'load' || kind === 'wind' || kind === 'solar' ? kind : undefined;
}
