// Reads the parameters of the forecast interface: everything that can be refused before a run is read.

import { refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { AREAS, type Area, findArea } from '#core/market/areas';
import { CATEGORIES, type Category, findCategory } from '#core/market/categories';
import { type Currency, parseCurrency } from '#core/market/currency';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { RESOLUTIONS, type Resolution, resolutionOf } from '#core/time/resolution';
import { parseUtcMoment } from '#core/time/utc-moment';

/** The query as text; an empty field counts as left out. */
export interface ForecastAsked {
  readonly area?: string | undefined;
  readonly balanceCategory?: string | undefined;
  readonly issueTime?: string | undefined;
  readonly fromIssueTime?: string | undefined;
  readonly toIssueTime?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly resolution?: string | undefined;
  readonly currency?: string | undefined;
  readonly source?: string | undefined;
}

export interface ForecastRequest {
  /** The only series that is asked for; undefined: those of the area. */
  readonly series?: string | undefined;
  /** The area, without a code if a series is asked for. */
  readonly area: Area;
  /** Undefined means every category. */
  readonly category: Category | undefined;
  readonly issueTime: Instant | undefined;
  readonly fromIssueTime: Instant | undefined;
  readonly toIssueTime: Instant | undefined;
  /** The first and last wanted instant, both included; undefined if left out. */
  readonly first: Instant | undefined;
  readonly last: Instant | undefined;
  readonly resolution: Resolution;
  readonly currency: Currency;
  /** Only runs of this source; undefined: the order of sources decides. */
  readonly source: string | undefined;
}

const areaCodes = AREAS.map((area) => area.code);
const categoryNames = CATEGORIES.map((category) => category.name);
const adverbs = RESOLUTIONS.map((resolution) => resolution.adverb);

const NO_AREA: Area = { code: '', description: '' };

/** Reads the fields. With a `series` neither area nor category is read. */
export function parseForecastRequest(asked: ForecastAsked, series?: string): ForecastRequest {
  const faults = new FaultCollector();
  const instant = (
    field: 'issueTime' | 'fromIssueTime' | 'toIssueTime' | 'startDate' | 'endDate',
  ) => {
    const text = asked[field];
    return isLeftOut(text) ? undefined : faults.check(() => parseUtcMoment(text, field));
  };
  const request = {
    series,
    area: series === undefined ? faults.check(() => parseArea(asked.area)) : NO_AREA,
    category:
      series === undefined ? faults.check(() => parseCategory(asked.balanceCategory)) : undefined,
    issueTime: instant('issueTime'),
    fromIssueTime: instant('fromIssueTime'),
    toIssueTime: instant('toIssueTime'),
    first: instant('startDate'),
    last: instant('endDate'),
    resolution: faults.check(() => parseAdverb(asked.resolution)),
    currency: faults.check(() => currencyOrEur(asked.currency)),
    source: isLeftOut(asked.source) ? undefined : asked.source.trim(),
  };
  faults.throwIfAny();
  requireForward('startDate', request.first, 'endDate', request.last);
  requireForward('fromIssueTime', request.fromIssueTime, 'toIssueTime', request.toIssueTime);
  return request as ForecastRequest;
}

/** Whether a parameter is missing or empty: spreadsheets write `currency=`. */
export const isLeftOut = (text: string | undefined): text is undefined =>
  text === undefined || text.trim() === '';

export function parseArea(given: string | undefined): Area {
  if (isLeftOut(given))
    throw refuseField('field_missing', 'area', 'an area code is needed', areaCodes);
  const area = findArea(given);
  if (area) return area;
  throw refuseField(
    'field_invalid',
    'area',
    `unknown area ${quoteGiven(given)}${didYouMean(given, areaCodes)}`,
    areaCodes,
  );
}

export function parseCategory(
  given: string | undefined,
  field = 'balanceCategory',
): Category | undefined {
  if (isLeftOut(given)) return undefined;
  const category = findCategory(given);
  if (category) return category;
  const message = `unknown balance category ${quoteGiven(given)}${didYouMean(given, categoryNames)}`;
  throw refuseField('field_invalid', field, message, categoryNames);
}

/** Reads a resolution of the forecast interface (`Hourly`) in any case; left out means Hourly. */
export function parseAdverb(given: string | undefined): Resolution {
  if (isLeftOut(given)) return resolutionOf('hour');
  const folded = given.trim().toLowerCase();
  const found = RESOLUTIONS.find((resolution) => resolution.adverb.toLowerCase() === folded);
  if (found) return found;
  const message = `unknown resolution ${quoteGiven(given)}${didYouMean(given, adverbs)}`;
  throw refuseField('resolution_unknown', 'resolution', message, adverbs);
}

const currencyOrEur = (given: string | undefined): Currency =>
  isLeftOut(given) ? 'EUR' : parseCurrency(given, 'currency');

export function requireForward(
  startField: string,
  start: Instant | undefined,
  endField: string,
  end: Instant | undefined,
): void {
  if (start === undefined || end === undefined || start <= end) return;
  throw refuseField('span_reversed', startField, `${startField} is after ${endField}`);
}
