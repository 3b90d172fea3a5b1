// Without scheduled forecasts, the values of formulas are kept up to date all the same. What does so is loaded only
// if a definition has a formula.

import { MINUTE_MS } from '#core/time/instant';
import type { Schedule } from '#service/model-runs/forecast-schedule';
import type { Store } from '#store/store';

const LOOK_EVERY_MS = MINUTE_MS / 2;

/** Waits for the first formula and then starts the schedule, which refreshes and makes no runs. */
export function refreshWhenDefined(
  store: Pick<Store, 'listForecastTargets'>,
  start: () => Promise<Schedule | undefined>,
  onError: (error: unknown) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Schedule {
  let schedule: Schedule | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    try {
      const targets = await store.listForecastTargets();
      if (isStopped || schedule || targets.every(({ formula }) => formula === null)) return;
      schedule = await start();
      if (schedule) clearInterval(timer);
      if (isStopped) await schedule?.stop();
    } catch (error) {
      if (!isStopped) onError(error);
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);
  timer.unref();
  let looking = look();
  return {
    get failures() {
      return schedule?.failures ?? 0;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await schedule?.stop();
    },
  };
}
