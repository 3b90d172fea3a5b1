// The market day that each area's figure is of, and whether that day is over. Pure.

import type { DayFiguresAnswer } from '#contract/day-figures';
import type { ForecastOverview } from '#contract/forecast';
import type { Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { isSameYear } from '#view/runs/issue-text';
import { formatDay } from '#view/values/time-text';

/** The index of today in an answer of three days. */
const TODAY = 1;

export type AreaFigure = ForecastOverview['areas'][number];

export interface DatedFigure extends AreaFigure {
  /** The market day of the mean, a day number; undefined without a run. */
  readonly day: number | undefined;
  /** Whether that day is over: a newer run is missing. */
  readonly isOld: boolean;
  /** `10 of 24 h` if the run has less than nine tenths of that day. */
  readonly hours: string | undefined;
  /** The mean less today's; undefined if it is not of tomorrow, or one of the days is not complete. */
  readonly change: number | undefined;
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

/** Today's mean of each area, as far as its hours are known. */
export type TodaysMeans = ReadonlyMap<string, number>;

const NO_MEANS: TodaysMeans = new Map();

/** The means of today in an answer of three days: only of whole days. */
export const todaysMeansOf = ({ areas }: DayFiguresAnswer): TodaysMeans =>
  new Map(
    areas.flatMap(({ area, days }) => {
      const base = days[TODAY]?.base;
      return base && base.count === base.expected ? [[area, base.mean] as const] : [];
    }),
  );

export function dateFigures(
  figures: readonly AreaFigure[],
  market: Zone,
  now: Instant,
  todays: TodaysMeans = NO_MEANS,
): DatedFigures {
  const today = market.dayOf(now);
  const dated = figures.map((figure) => {
    const day = figure.startDate === null ? undefined : market.dayOf(Date.parse(figure.startDate));
    const isOld = day !== undefined && day < today;
    const hours = hoursText(figure);
    const before = todays.get(figure.area);
    const isTomorrow = day === today + 1 && hours === undefined;
    const change =
      isTomorrow && before !== undefined && figure.mean !== null ? figure.mean - before : undefined;
    return { ...figure, day, isOld, hours, change };
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
