// When a page has come to rest: nothing is being asked for, and nothing on it says that it loads.

import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';

/** An answer may lead to the next question: so long without one counts as rest. */
const REST_MS = 80;
const PATIENCE_MS = 20_000;
const LOADING = '[aria-busy="true"], [role="status"]:text-matches("^Loading")';

/** Watches a context's requests; the returned function waits until a page of it is at rest. */
export function watchRest(context: BrowserContext): (page: Page) => Promise<void> {
  let underWay = 0;
  let changedAt = Date.now();
  const count = (change: number) => () => {
    underWay += change;
    changedAt = Date.now();
  };
  context.on('request', count(1));
  context.on('requestfinished', count(-1));
  context.on('requestfailed', count(-1));
  const isAtRest = async (page: Page): Promise<boolean> =>
    underWay === 0 &&
    Date.now() - changedAt >= REST_MS &&
    (await page.locator(LOADING).count()) === 0 &&
    underWay === 0;
  return async (page) => {
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await isAtRest(page))) {
      if (Date.now() > endMs) throw new Error(`${page.url()} does not come to rest`);
      await pause(20);
    }
  };
}
