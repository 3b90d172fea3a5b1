// Energy Identification Codes: the code of each area at ENTSO-E, for what it is used and since when.
// The last character of a code is a check character; the tests verify it for every row.

import { AREAS } from '#core/market/areas';
import { dayOfCivil } from '#core/time/civil';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { intersect, isEmpty, type Span } from '#core/time/span';

/** Prices belong to bidding zones; load, generation and reservoirs sometimes to other areas. */
export type EicUse = 'price' | 'balance';

export interface EicPeriod {
  readonly eic: string;
  /** The first instant of its use; -∞ if it is as old as the platform. */
  readonly start: Instant;
  /** One past the last instant; ∞ while the code is in use. */
  readonly end: Instant;
}

export interface EicRow {
  /** A code of core/market/areas.ts, or of a zone that is no area there. */
  readonly code: string;
  readonly description: string;
  /** Whether core/market/areas.ts has the code. */
  readonly isArea: boolean;
  /** Ascending; empty if ENTSO-E has no code. */
  readonly price: readonly EicPeriod[];
  readonly balance: readonly EicPeriod[];
}

/** Midnight in Berlin: Austria left the common bidding zone. */
const SPLIT_AT: Instant = dayOfCivil(2018, 10, 1) * DAY_MS - 2 * HOUR_MS;

const always = (eic: string): EicPeriod[] => [
  { eic, start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY },
];

const changing = (before: string, changeAt: Instant, after: string): EicPeriod[] => [
  { eic: before, start: Number.NEGATIVE_INFINITY, end: changeAt },
  { eic: after, start: changeAt, end: Number.POSITIVE_INFINITY },
];

type Codes = Pick<EicRow, EicUse>;

const both = (eic: string): Codes => ({ price: always(eic), balance: always(eic) });

const AREA_CODES: Readonly<Record<string, Codes>> = {
  // Prices: DE-AT-LU, then DE-LU. Load and generation: Germany alone, without Luxembourg.
  DE: {
    price: changing('10Y1001A1001A63L', SPLIT_AT, '10Y1001A1001A82H'),
    balance: always('10Y1001A1001A83F'),
  },
  // Before the split Austria's own code carried only the prices of another, smaller auction.
  AT: {
    price: changing('10Y1001A1001A63L', SPLIT_AT, '10YAT-APG------L'),
    balance: always('10YAT-APG------L'),
  },
  CH: both('10YCH-SWISSGRIDZ'),
  FR: both('10YFR-RTE------C'),
  ES: both('10YES-REE------0'),
  PT: both('10YPT-REN------W'),
  // Only the zones below have prices; ENTSO-E publishes no price of all Italy.
  IT: { price: [], balance: always('10YIT-GRTN-----B') },
  // The country with Northern Ireland, which belongs to the Irish bidding zone.
  UK: { price: [], balance: always('10Y1001A1001A92E') },
  PL: both('10YPL-AREA-----S'),
  CZ: both('10YCZ-CEPS-----N'),
  NL: both('10YNL----------L'),
  BE: both('10YBE----------2'),
  SK: both('10YSK-SEPS-----K'),
  SI: both('10YSI-ELES-----O'),
  RO: both('10YRO-TEL------P'),
  HU: both('10YHU-MAVIR----U'),
  HR: both('10YHR-HEP------M'),
  FI: both('10YFI-1--------U'),
  // No zone and no control area, but the sum of the Nordic areas.
  NC: { price: [], balance: [] },
  SE1: both('10Y1001A1001A44P'),
  SE2: both('10Y1001A1001A45N'),
  SE3: both('10Y1001A1001A46L'),
  SE4: both('10Y1001A1001A47J'),
  NO1: both('10YNO-1--------2'),
  NO2: both('10YNO-2--------T'),
  NO3: both('10YNO-3--------J'),
  NO4: both('10YNO-4--------9'),
  NO5: both('10Y1001A1001A48H'),
  EE: both('10Y1001A1001A39I'),
  LV: both('10YLV-1001A00074'),
  LT: both('10YLT-1001A0008Q'),
  GB: both('10YGB----------A'),
  RU: both('10Y1001A1001A49F'),
  DK1: both('10YDK-1--------W'),
  DK2: both('10YDK-2--------M'),
};

/** Zones that ENTSO-E's documents have but the forecast interface does not. */
const OTHER_ZONES: readonly EicRow[] = (
  [
    ['BG', 'Bulgaria', '10YCA-BULGARIA-R'],
    ['GR', 'Greece', '10YGR-HTSO-----Y'],
    ['RS', 'Serbia', '10YCS-SERBIATSOV'],
    ['IE', 'Ireland, single market', '10Y1001A1001A59C'],
    ['ITNORD', 'Italy, North', '10Y1001A1001A73I'],
    ['ITCNOR', 'Italy, Centre-North', '10Y1001A1001A70O'],
    ['ITCSUD', 'Italy, Centre-South', '10Y1001A1001A71M'],
    ['ITSUD', 'Italy, South', '10Y1001A1001A788'],
    ['ITCALA', 'Italy, Calabria', '10Y1001C--00096J'],
    ['ITSICI', 'Italy, Sicily', '10Y1001A1001A75E'],
    ['ITSARD', 'Italy, Sardinia', '10Y1001A1001A74G'],
  ] as const
).map(([code, description, eic]) => ({ code, description, isArea: false, ...both(eic) }));

export const EIC_ROWS: readonly EicRow[] = [
  ...AREAS.map(({ code, description }) => ({
    code,
    description,
    isArea: true,
    ...AREA_CODES[code]!,
  })),
  ...OTHER_ZONES,
];

const byCode = new Map(EIC_ROWS.map((row) => [row.code, row]));

/** The row of an area or zone code in any case, or undefined. */
export const findEicRow = (code: string): EicRow | undefined =>
  byCode.get(code.trim().toUpperCase());

/** The codes to ask for in a span, ascending, each with its part of the span. */
export function eicsIn(row: EicRow, use: EicUse, span: Span): EicPeriod[] {
  return row[use]
    .map((period) => ({ ...period, ...intersect(period, span) }))
    .filter((period) => !isEmpty(period));
}

/** The areas that a code stood for at an instant, in the order of the table: DE-AT-LU is two. */
export const areasOfEic = (eic: string, use: EicUse, at: Instant): EicRow[] =>
  EIC_ROWS.filter((row) =>
    row[use].some((period) => period.eic === eic && period.start <= at && at < period.end),
  );
