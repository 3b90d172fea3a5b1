// The server that scenarios ask: a market, a clock, and a user who may read everything.

import type { TestContext } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { type Answer, World } from '../../harness/world/world.ts';

/** More than any scenario asks while its clock stands still. */
const REQUESTS_PER_MINUTE = 1_000_000;

interface MarketSettings {
  readonly now: string;
  readonly market: string;
  readonly blocks?: string | undefined;
}

export class ScenarioWorld {
  readonly world: World;
  readonly market: string;
  /** An API key: unlike a token it outlives any jump of the clock. */
  readonly #key: string;

  private constructor(world: World, market: string, key: string) {
    this.world = world;
    this.market = market;
    this.#key = key;
  }

  static async open(t: TestContext, settings: MarketSettings): Promise<ScenarioWorld> {
    const { now, market, blocks } = settings;
    const world = await World.open(t, { now, zone: market, blockHours: blocks });
    await setPlan(world.signIn.accounts, {
      name: 'everything',
      patterns: ['*'],
      requestsPerMinute: REQUESTS_PER_MINUTE,
    });
    return new ScenarioWorld(world, market, await world.key('trader', 'scenarios'));
  }

  /** POSTs to /api/fundamental/series. */
  ask(seriesId: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const body = { SeriesId: seriesId, ...fields, UserInfo: { Token: this.#key } };
    return this.world.raw({
      method: 'POST',
      url: '/api/fundamental/series',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  }

  /** Asks for one moment as both From and To. */
  askSpan(seriesId: string, moment: string): Promise<Answer> {
    return this.ask(seriesId, { FromDateTime: moment, ToDateTime: moment, TimeZone: 'UTC' });
  }

  get(path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#key}` };
    return this.world.raw({ method: 'GET', url: path, headers });
  }
}
