// What an answer says of its points besides their values, and which values it leaves out as incomplete.

import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';

export interface PointDetail {
  /** Whether each point has its count of native values and the expected one. */
  readonly hasCounts: boolean;
  /** Whether each point has its kind and the time of its run. */
  readonly hasKinds: boolean;
  /** The share of native values below which a value becomes a gap; undefined if none does. */
  readonly threshold: number | undefined;
  /** Whether values are rounded to the decimals that the series is stored with. Left out: they are not. */
  readonly hasOwnDecimals?: true;
}

export interface DetailAsked {
  readonly counts?: boolean;
  readonly kinds?: boolean;
  readonly complete?: boolean;
  readonly threshold?: string | undefined;
  readonly decimals?: string | undefined;
}

/** What refusals call the fields. */
export interface DetailNames {
  readonly complete: string;
  readonly threshold: string;
}

const OWN = 'own';
const THRESHOLDS = 'more than 0, at most 1';

/** Reads what is asked for; undefined if nothing is. */
export function parseDetail(asked: DetailAsked, names: DetailNames): PointDetail | undefined {
  const { counts = false, kinds = false, complete = false } = asked;
  const given = asked.threshold?.trim() || undefined;
  if (complete && given !== undefined) throw refuseBoth(names);
  const threshold = given === undefined ? undefined : parseThreshold(given, names.threshold);
  const own = parseDecimals(asked.decimals);
  if (!counts && !kinds && !complete && threshold === undefined && !own) return undefined;
  const detail = { hasCounts: counts, hasKinds: kinds, threshold: complete ? 1 : threshold };
  return own ? { ...detail, hasOwnDecimals: true } : detail;
}

/** Whether the series' own decimals are asked for. */
function parseDecimals(given: string | undefined): boolean {
  const text = given?.trim().toLowerCase() ?? '';
  if (text === '' || text === OWN) return text === OWN;
  throw refuseField('field_invalid', 'decimals', `not a choice: ${quoteGiven(given!)}`, [OWN]);
}

function parseThreshold(given: string, field: string): number {
  const share = /^(\d+\.?\d*|\.\d+)$/.test(given) ? Number(given) : Number.NaN;
  if (share > 0 && share <= 1) return share;
  throw refuseField('field_invalid', field, `not a share of values: ${quoteGiven(given)}`, [
    THRESHOLDS,
  ]);
}

function refuseBoth({ complete, threshold }: DetailNames): Refusal {
  const message = `${complete} and ${threshold} are both given; ${complete} is the same as ${threshold} 1`;
  const faults = [complete, threshold].map((field) => ({ field, message }));
  return new Refusal('field_invalid', message, { faults });
}
