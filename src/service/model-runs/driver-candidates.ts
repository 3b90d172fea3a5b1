// Which series may drive a target: those that its definition names, or those whose codes follow the scheme,
// such as dehrwindforecast for an area DE and parkhrwindforecast for a series parkhrwind.

import { DRIVER_CATEGORIES, type DriverKind } from '#core/market/drivers';
import type { SlotsPerDay } from '#model/days/day-table';
import type { SeriesKind } from '#model/members/members';
import { areSiblings, guessKind } from '#service/model-runs/guess-target';
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
}

/** Several codes for one driver: the first one that can be used is. */
export interface DriverCandidate {
  readonly codes: readonly string[];
  readonly kind: DriverKind | undefined;
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
  const candidates: DriverCandidate[] = [];
  for (const { name, kind } of DRIVER_CATEGORIES) {
    if (wanted && !wanted.includes(kind)) continue;
    for (const prefix of wish.prefixes) {
      const codes = INFIXES[slotsPerDay]
        .map((infix) => prefix + name.replace(/^hr/, infix))
        .filter((code) => !areSiblings(wish.target, code));
      if (codes.length > 0) candidates.push({ codes, kind });
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

function driverKindOf(series: SeriesRecord): DriverKind | undefined {
  const kind = guessKind(series);
  return kind === 'load' || kind === 'wind' || kind === 'solar' ? kind : undefined;
}
