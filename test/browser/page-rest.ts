// Whether a page is at rest: no request is running, no part of it is loading, and nothing moves or fades.

import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';

/** The time without a request that counts as rest: an answer may lead to the next request. */
const REST_MS = 80;
const PATIENCE_MS = 20_000;
const LOADING = '[aria-busy="true"], [role="status"]:text-matches("^Loading")';

/** The number of movements that come to an end, such as a panel that fades in; spinners have none. */
const MOVEMENTS =
  'document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime < Infinity && each.playState === "running").length';

/** The live page has an endless request that waits for changes: a page at rest has it too. */
export const isStream = (request: Request): boolean =>
  new URL(request.url()).pathname === '/api/v1/changes/stream';

/** Watches a context's requests. The returned function waits until a page of it is at rest. */
export function watchRest(context: BrowserContext): (page: Page) => Promise<void> {
  let underWay = 0;
  let changedAt = Date.now();
  const count = (change: number) => (request: Request) => {
    if (isStream(request)) return;
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
    (await countMovements(page)) === 0 &&
    underWay === 0;
  return async (page) => {
    await nextPictures(page);
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await isAtRest(page))) {
      if (Date.now() > endMs) throw new Error(`${page.url()} does not come to rest`);
      await pause(20);
    }
  };
}

/** A page that is left meanwhile has none. */
const countMovements = (page: Page): Promise<unknown> => page.evaluate(MOVEMENTS).catch(() => 0);

/**
 * Waits for two pictures: what the browser says by itself, such as that a dialog has closed, comes with the
 * next one, and only then does the page ask for more. A page that is left meanwhile has none to wait for.
 */
const nextPictures = (page: Page): Promise<unknown> =>
  page
    .evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    .catch(() => undefined);
