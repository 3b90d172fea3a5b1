// Reads the query of a scorecard: everything that can be refused before the store is read.

import { Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import type { Area } from '#core/market/areas';
import { CATEGORIES, type Category, isSeriesId, seriesIdOf } from '#core/market/categories';
import { quoteGiven } from '#core/nearest';
import { DAY_MS, type Instant } from '#core/time/instant';
import type { Span } from '#core/time/span';
import { parseUtcMoment } from '#core/time/utc-moment';
import { parseAsOf, type ServiceContext } from '#service/context';
import {
  isLeftOut,
  parseArea,
  parseCategory,
  requireForward,
} from '#service/forecasts/parse-forecast-request';
import { DEFAULT_GATE_CLOSURE } from '#service/kept-settings';
import { parseSeriesId } from '#service/series/find-series';
import { parseIssuedBefore } from '#service/slices/parse-slice-request';

export const DEFAULT_DAYS = 90;
export const MOST_DAYS = 400;

/** The query as text. */
export interface AccuracyAsked {
  /** Any series with runs, in place of area and category. */
  readonly seriesId?: string | undefined;
  readonly area?: string | undefined;
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly source?: string | undefined;
  readonly issuedBefore?: string | undefined;
  readonly asOf?: string | undefined;
}

export interface AskedPair {
  readonly area: Area;
  readonly category: Category;
  /** Why the pair is refused if no series of it is stored; undefined for those of the tables. */
  readonly doubt?: Refusal;
}

export interface AccuracyRequest {
  /** The identifier of any series with runs, or the area and category that one belongs to. */
  readonly of: string | AskedPair;
  readonly span: Span;
  /** The only source to show; undefined shows all. */
  readonly source: string | undefined;
  /** Only runs issued before this time of day count: minutes after midnight of market time. */
  readonly issuedBefore: number;
  /** Answer as of then; undefined means the present. */
  readonly asOf: Instant | undefined;
}

export function parseAccuracyRequest(
  asked: AccuracyAsked,
  now: Instant,
  { zone, gateClosure = DEFAULT_GATE_CLOSURE }: Pick<ServiceContext, 'zone' | 'gateClosure'>,
): AccuracyRequest {
  const faults = new FaultCollector();
  const instant = (field: 'from' | 'to'): Instant | undefined => {
    const text = asked[field];
    return isLeftOut(text) ? undefined : faults.check(() => parseUtcMoment(text, field));
  };
  const isSeries = !isLeftOut(asked.seriesId);
  const series = isSeries ? faults.check(() => parseSeriesAlone(asked)) : undefined;
  const pair = isSeries ? undefined : faults.check(() => parsePair(asked));
  const [from, to] = [instant('from'), instant('to')];
  const issuedBefore = faults.check(() => requireIssuedBefore(asked.issuedBefore));
  const asOf = faults.check(() => parseAsOf(asked.asOf, 'asOf', now, zone));
  // Beside other faults, a pair that no table has is one too.
  if (pair?.doubt) faults.throwWith(pair.doubt);
  else faults.throwIfAny();
  // Without `to`, the span ends with the UTC day, so that the same request has the same answer all day.
  const end = to === undefined ? (Math.floor((asOf ?? now) / DAY_MS) + 1) * DAY_MS : to + 1;
  const start = from ?? end - DEFAULT_DAYS * DAY_MS;
  requireForward('from', start, 'to', end - 1);
  requireShort(start, end, asked);
  const source = isLeftOut(asked.source) ? undefined : asked.source.trim();
  return {
    of: series ?? pair!,
    span: { start, end },
    source,
    issuedBefore: issuedBefore ?? gateClosure,
    asOf,
  };
}

function parseSeriesAlone({ seriesId, area, category }: AccuracyAsked): string {
  if (isLeftOut(area) && isLeftOut(category)) return parseSeriesId(seriesId, 'seriesId');
  const message = 'a series is given, so that area and category are not taken';
  throw refuseField('field_invalid', 'seriesId', message);
}

/** Reads an area and a category. A pair that the tables do not have may have a series all the same. */
function parsePair(asked: AccuracyAsked): AskedPair {
  const doubts = new FaultCollector();
  const area = doubts.check(() => parseArea(asked.area));
  const category = doubts.check(() => requireCategory(asked.category));
  try {
    doubts.throwIfAny();
    return { area: area!, category: category! };
  } catch (error) {
    const code = asked.area?.trim().toUpperCase() ?? '';
    const name = asked.category?.trim().toLowerCase() ?? '';
    const mayExist = code !== '' && name !== '' && isSeriesId(seriesIdOf(code, name));
    if (!(error instanceof Refusal) || !mayExist) throw error;
    const none = { description: '', unit: '', isPrice: false };
    return {
      area: area ?? { code, description: '' },
      category: category ?? { name, ...none },
      doubt: error,
    };
  }
}

function requireCategory(given: string | undefined): Category {
  const category = parseCategory(given, 'category');
  if (category) return category;
  const names = CATEGORIES.map(({ name }) => name);
  throw refuseField('field_missing', 'category', 'a balance category is needed', names);
}

/** No run is issued before 00:00. */
function requireIssuedBefore(given: string | undefined): number | undefined {
  const minutes = parseIssuedBefore(given, 'issuedBefore');
  if (minutes !== 0) return minutes;
  throw refuseField('field_invalid', 'issuedBefore', 'no run is issued before 00:00', [
    '00:01 to 24:00',
  ]);
}

function requireShort(start: Instant, end: Instant, { from, to }: AccuracyAsked): void {
  // The last instant is included, so that 400 days can be named by their first and last midnight.
  if (end - 1 - start <= MOST_DAYS * DAY_MS) return;
  const given = [from, to].filter((text) => !isLeftOut(text)).map((text) => quoteGiven(text!));
  const message = `${given.join(' to ')} is more than the ${MOST_DAYS} days that are scored at once`;
  throw refuseField('field_invalid', 'from', message);
}
