// The market day that each area's figure is of, and whether that day is over. Pure.

import type { ForecastOverview } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { isSameYear } from '#view/runs/issue-text';
import { formatDay } from '#view/values/time-text';

export type AreaFigure = ForecastOverview['areas'][number];

export interface DatedFigure extends AreaFigure {
  /** The market day of the mean, a day number; undefined without a run. */
  readonly day: number | undefined;
  /** Whether that day is over: a newer run is missing. */
  readonly isOld: boolean;
  /** `10 of 24 h` if the run has less than nine tenths of that day. */
  readonly hours: string | undefined;
}

/** Whether a figure is of a whole day that is not over, and so may stand beside the others. */
export const isComparable = ({ isOld, hours }: DatedFigure): boolean =>
  !isOld && hours === undefined;

export interface DatedFigures {
  readonly figures: readonly DatedFigure[];
  /** The newest day of any figure; undefined without a run. */
  readonly day: number | undefined;
  readonly today: number;
}

export function dateFigures(
  figures: readonly AreaFigure[],
  market: Zone,
  now: Instant,
): DatedFigures {
  const today = market.dayOf(now);
  const dated = figures.map((figure) => {
    const day = figure.startDate === null ? undefined : market.dayOf(Date.parse(figure.startDate));
    const isOld = day !== undefined && day < today;
    return { ...figure, day, isOld, hours: hoursText(figure) };
  });
  const days = dated.flatMap(({ day }) => day ?? []);
  return { figures: dated, day: days.length === 0 ? undefined : Math.max(...days), today };
}

/** Names the sources of the figures, in the order of the alphabet; counts more than three. */
export function sourcesText(figures: readonly AreaFigure[]): string {
  const sources = [...new Set(figures.flatMap(({ source }) => source ?? []))].sort();
  if (sources.length > 3) return `${sources.length} sources`;
  const last = sources.at(-1) ?? '';
  return sources.length > 1 ? `${sources.slice(0, -1).join(', ')} and ${last}` : last;
}

/** The longest day. A day of more intervals has quarter hours. */
const MOST_HOURS = 25;

/** Runs of whole UTC days lack an hour or two of the market's day, and their mean is still its mean. */
const LEAST_SHARE = 0.9;

function hoursText({ count, expected }: AreaFigure): string | undefined {
  if (!count || !expected || count / expected >= LEAST_SHARE) return undefined;
  return `${count} of ${expected}${expected <= MOST_HOURS ? ' h' : ''}`;
}

/** Writes `14 Nov` for a tile; a day of another year as `Dec ’18`. */
export function tileDay(day: number, today: number): string {
  const [, date, month, year] = formatDay(day).split(' ');
  return isSameYear(day, today) ? `${date} ${month}` : `${month} ’${year!.slice(-2)}`;
}
