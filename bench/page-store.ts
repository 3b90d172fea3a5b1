// Ten years of hours that look like prices: days, seasons, noise, spikes, and one outage.

import { HOUR_MS, type Instant } from '#core/time/instant';
import { openStore } from '#store/open/open-store';

export const PAGE_SERIES = 'tenyears';
export const PAGE_USER = 'bench';
export const PAGE_POINTS = 87_600;
const OUTAGE_HOURS = 100;

export async function fillPageStore(storeUrl: string, now: Instant): Promise<void> {
  const store = await openStore(storeUrl);
  const first = Math.floor(now / HOUR_MS) - PAGE_POINTS;
  await store.write(async (writer) => {
    const { key } = await writer.defineSeries({
      code: PAGE_SERIES,
      description: 'Ten years of hours',
      unit: 'EUR/MWh',
      resolution: 'hour',
      area: null,
      category: null,
    });
    const indices = Int32Array.from({ length: PAGE_POINTS }, (_, i) => first + i);
    await writer.writePoints(key, indices, makeValues(), now);
  });
  const limits = { requestsPerMinute: 1e6, pointsPerAnswer: 1e6 };
  await store.accounts.putPlan({ name: 'bench', patterns: ['*'], ...limits });
  await store.accounts.addUser({
    name: PAGE_USER,
    passwordHash: null,
    planName: 'bench',
    isDisabled: false,
    createdAt: now,
  });
  await store.close();
}

function makeValues(): Float64Array {
  let seed = 7;
  // Park and Miller's generator: the same values at every run.
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let drift = 0;
  return Float64Array.from({ length: PAGE_POINTS }, (_, hour) => {
    drift = 0.98 * drift + 6 * (random() - 0.5);
    const ofDay = Math.sin((2 * Math.PI * hour) / 24);
    const ofYear = Math.sin((2 * Math.PI * hour) / 8_766);
    const spike = random() > 0.999 ? 400 * random() : 0;
    const isOut = Math.abs(hour - PAGE_POINTS / 2) < OUTAGE_HOURS / 2;
    const value = 60 + 20 * ofDay + 25 * ofYear + 4 * drift + spike;
    return isOut ? Number.NaN : Math.round(100 * value) / 100;
  });
}
