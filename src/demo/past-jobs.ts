// Which past runs of the real model the demo has made, once, in the background after a start: the noon
// runs of the last two weeks, those of the areas with day-ahead forecasts first. The morning runs of
// those days stay simple ones: they would double the work and change no day-ahead figure.

import { AREAS } from '#core/market/areas';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time/instant';
import { AHEAD_AREAS } from '#demo/world/day-ahead';

const PAST_DAYS = 14;
const NOON_HOURS = 12;

export interface PastJob {
  /** Name of the job in the store, under which it is made once. */
  readonly name: string;
  readonly analyzedAt: Instant;
  readonly areas: readonly string[];
}

const OTHER_AREAS = AREAS.map(({ code }) => code).filter((code) => !AHEAD_AREAS.includes(code));

/** In the order they are to be made. The runs of the last day are due anyway, for every area. */
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
