// The store of a long run: ten years of hours of many prices, loads and temperatures, forecasts of four areas,
// a thousand more series to search, and series that are written to.

import { addKey } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import { openStore } from '#store/open/open-store';
import { ZONE } from '../../harness/data/calendar.ts';
import { longSeries, shortSeries } from '../../harness/data/catalog.ts';
import { fillProduct } from '../../harness/data/fill-product.ts';

export const PASSWORD = 'a-long-enough-password';
export const DESKS = ['north', 'south', 'east', 'west'] as const;
export const WRITTEN = ['written0', 'written1', 'written2', 'written3'] as const;
const FOUND_BY_SEARCH = 1_000;
const PLAN = {
  name: 'soak',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
  pointsPerAnswer: 10_000_000,
};

export interface SoakStore {
  readonly codes: readonly string[];
  readonly key: string;
  readonly operatorKey: string;
}

export async function makeSoakStore(path: string, seriesCount: number): Promise<SoakStore> {
  const series = longSeries(seriesCount);
  const now = Date.now();
  await fillProduct(path, [...series, ...shortSeries(FOUND_BY_SEARCH)], now);
  const store = await openStore(`sqlite:${path}`);
  try {
    await claimMarketZone(store, findZone(ZONE)!);
    await store.write(async (writer) => {
      for (const code of WRITTEN) {
        const texts = { description: `${code}, by hand`, unit: 'MWh/h' };
        await writer.defineSeries({
          code,
          resolution: 'hour',
          area: null,
          category: null,
          ...texts,
        });
      }
    });
    const { accounts } = store;
    await setPlan(accounts, PLAN);
    for (const name of DESKS)
      await addUser(accounts, { name, password: PASSWORD, planName: PLAN.name }, now);
    const user = (await accounts.findUser(DESKS[0]))!;
    return {
      codes: series.map(({ code }) => code),
      key: await addKey(accounts, user, 'reader', now),
      operatorKey: await addKey(accounts, user, 'operator', now, { isOperator: true }),
    };
  } finally {
    await store.close();
  }
}
