// The past runs of the real model that the demo makes once, in the background after a start: the noon runs
// of the last two weeks, first for areas with day-ahead forecasts. The morning runs stay simple ones, as
// they would double the work and change no day-ahead figure.

import { AREAS } from '#core/market/areas';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { AHEAD_AREAS } from '#demo/world/day-ahead';

const PAST_DAYS = 14;
const NOON_HOURS = 12;

export interface PastJob {
  /** The name of the job in the store, which makes sure that it is made once. */
  readonly name: string;
  readonly analyzedAt: Instant;
  readonly areas: readonly string[];
}

const OTHER_AREAS = AREAS.map(({ code }) => code).filter((code) => !AHEAD_AREAS.includes(code));

/** The jobs in the order to make them. The runs of the last day are due anyway, for every area. */
export function pastJobs(now: Instant): PastJob[] {
  const times: Instant[] = [];
  for (let day = Math.floor(now / DAY_MS); day >= Math.floor(now / DAY_MS) - PAST_DAYS; day--) {
    const time = day * DAY_MS + NOON_HOURS * HOUR_MS;
    if (time <= now - DAY_MS && time > now - PAST_DAYS * DAY_MS) times.push(time);
  }
  const jobs = (name: string, areas: readonly string[]): PastJob[] =>
    times.map((analyzedAt) => ({ name, analyzedAt, areas }));
  return [...jobs('forecast-demo', AHEAD_AREAS), ...jobs('forecast-demo-rest', OTHER_AREAS)];
}
