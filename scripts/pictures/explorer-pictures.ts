// The web explorer as a person sees it, from the real server.

import type { Browser, Page } from 'playwright-core';
import type { App } from '#serve/app';

const PAGES = [
  { name: 'explorer', path: '/s/dehrprice' },
  { name: 'forecasts', path: '/f/DE' },
];
const SCHEMES = ['light', 'dark'] as const;

/** Writes NAME-light.png and NAME-dark.png of each page. */
export async function takeExplorerPictures(
  browser: Browser,
  app: App,
  save: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  for (const { name, path } of PAGES) {
    for (const colorScheme of SCHEMES) {
      const page = await browser.newPage({
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const link = await app.makeSignInLink('demo');
      await page.goto(link.replace('/?', `${path}?`));
      await waitUntilDrawn(page);
      await save(`${name}-${colorScheme}.png`, await page.screenshot());
      await page.close();
    }
  }
}

async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator('.chart canvas').first().waitFor();
  await page.waitForLoadState('networkidle');
}
