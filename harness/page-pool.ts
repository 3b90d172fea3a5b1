// Pages that tests use one after the other: a page that has shown the explorer before shows it again with two
// thirds of the work. A page is used again only if its test left nothing in it.

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** What a test may use of a page that the next test could notice, and that cannot be taken back in short. */
const LASTING = [
  ...['addInitScript', 'addLocatorHandler', 'clock', 'context', 'emulateMedia', 'exposeBinding'],
  ...['exposeFunction', 'on', 'once', 'route', 'setExtraHTTPHeaders', 'setViewportSize'],
] as const;

/** The most free pages: as many as tests run side by side, as each takes a hundred megabytes. */
const MOST_FREE = 3;
/** The events that the visits of tests listen to. */
const WATCHED = ['console', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'];

export interface PooledPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Whether a test used what lasts. */
  isSpent: boolean;
  readonly key: string;
}

export class PagePool {
  readonly #free: PooledPage[] = [];

  /** A page with these options as if it were new. */
  async take(browser: Browser, options: BrowserContextOptions): Promise<PooledPage> {
    const key = JSON.stringify(options);
    const place = this.#free.findIndex((pooled) => pooled.key === key);
    if (place >= 0) return this.#free.splice(place, 1)[0]!;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const pooled: PooledPage = { page, context, isSpent: false, key };
    markSpending(pooled);
    return pooled;
  }

  /** Takes back a page whose test passed, at an address below `origin`. */
  async giveBack(pooled: PooledPage, origin: string): Promise<void> {
    const isEmpty = !pooled.isSpent && (await empty(pooled, origin));
    if (isEmpty) this.#free.push(pooled);
    const tooMany = this.#free.length > MOST_FREE ? this.#free.shift() : undefined;
    await (isEmpty ? tooMany : pooled)?.context.close();
  }
}

/** Notes the use of what lasts. */
function markSpending(pooled: PooledPage): void {
  for (const name of LASTING) {
    const own = pooled.page[name];
    const used: unknown = typeof own === 'function' ? own.bind(pooled.page) : own;
    Object.defineProperty(pooled.page, name, {
      get: () => {
        pooled.isSpent = true;
        return used;
      },
    });
  }
}

/** Removes what the page and the server's addresses keep; false if something else is open. */
async function empty({ page, context }: PooledPage, origin: string): Promise<boolean> {
  for (const event of WATCHED) context.removeAllListeners(event);
  if (context.pages().length > 1) return false;
  try {
    await page.mouse.move(0, 0);
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    await context.clearCookies();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.send('Network.clearBrowserCache');
    await session.detach();
    return true;
  } catch {
    return false;
  }
}
