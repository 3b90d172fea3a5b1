// A store's days, weeks and months begin at the midnights of one market zone: that of its first start.

import type { Zone } from '#core/time/zone';
import type { Store } from '#store/store';

const SETTING = 'market_time_zone';

/** The name of the zone that the store was made for; undefined before its first use. */
export const readMarketZone = (store: Pick<Store, 'getSetting'>): Promise<string | undefined> =>
  store.getSetting(SETTING);

/** Stores the zone on first use; later refuses another. */
export async function claimMarketZone(store: Store, zone: Zone): Promise<void> {
  const kept = await readMarketZone(store);
  if (kept === undefined) return store.putSetting(SETTING, zone.name);
  if (kept === zone.name) return undefined;
  throw new Error(
    `the store was made for market time ${kept}; start with MARKET_TIME_ZONE=${kept}, or use another store`,
  );
}
