import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { findZone } from '#core/time/zone';
import { claimMarketZone } from '#service/kept-settings';
import { openMarket } from './open-market.ts';

describe('the market time of a store', () => {
  it('a store keeps the market zone of its first start, in any spelling, and refuses another', async () => {
    const { store } = await openMarket(after);
    await claimMarketZone(store, findZone('Europe/Berlin')!);
    await claimMarketZone(store, findZone('europe/berlin')!);
    await assert.rejects(
      claimMarketZone(store, findZone('Europe/London')!),
      /made for market time Europe\/Berlin; start with MARKET_TIME_ZONE=Europe\/Berlin/,
    );
    await claimMarketZone(store, findZone('Europe/Berlin')!);
  });
});
