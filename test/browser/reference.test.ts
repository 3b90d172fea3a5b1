// The server's own pages in a real Chromium: nothing is asked of another host, nothing is blocked by
// the pages' own policy, and the reference shows every operation, in light and in dark.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type App, startApp } from '#app';
import { readConfig } from '#config';
import { openBrowser } from '../../scripts/open-browser.ts';

const PICTURES = fileURLToPath(new URL('../../test-output/browser/', import.meta.url));
const PAGES = ['/', '/errors', '/docs'] as const;
const SCHEMES = ['light', 'dark'] as const;

/** What a page did while it was open. */
interface Visit {
  readonly page: Page;
  readonly requests: string[];
  /** Errors on the console, thrown errors, failed requests, and violations of the page's policy. */
  readonly faults: string[];
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const requests: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('requestfailed', (request) => faults.push(`request failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      faults.push(`${message.type()}: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI))`);
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, requests, faults };
}

const isDataUrl = (url: string): boolean => url.startsWith('data:');

/** Light pages have a background near white, dark ones near black. */
async function brightnessOf(page: Page): Promise<number> {
  // The reference colours its root element, our own pages their body.
  const colour = (await page.evaluate(`(() => {
    const seen = [document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor);
    return seen.find((c) => c !== 'rgba(0, 0, 0, 0)') ?? 'rgb(255, 255, 255)';
  })()`)) as string;
  const parts = colour.match(/\d+/g)!.slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}

describe('pages in a browser', () => {
  let app: App;
  let browser: Browser | undefined;
  let whyNot = '';

  before(async () => {
    app = await startApp(readConfig({ PORT: '0', STORE: 'sqlite::memory:' }), {
      isDemo: false,
      logger: pino({ level: 'silent' }),
    });
    await mkdir(PICTURES, { recursive: true });
    try {
      browser = await openBrowser();
    } catch (error) {
      whyNot = `Chromium cannot start on this machine: ${(error as Error).message.slice(0, 500)}`;
    }
  });

  after(async () => {
    await browser?.close();
    await app.close();
  });

  const inBrowser = (
    name: string,
    colorScheme: (typeof SCHEMES)[number],
    work: (context: BrowserContext) => Promise<void>,
  ): void => {
    it(name, async (t: TestContext) => {
      if (!browser) return t.skip(whyNot);
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 1200, height: 900 },
      });
      try {
        await work(context);
      } finally {
        await context.close();
      }
      return undefined;
    });
  };

  for (const scheme of SCHEMES) {
    for (const path of PAGES) {
      inBrowser(
        `${path} opens in ${scheme} without a fault or a word to another host`,
        scheme,
        async (context) => {
          const { page, requests, faults } = await visit(context, `${app.url}${path}`);
          const name = path === '/' ? 'home' : path.slice(1);
          await page.screenshot({ path: `${PICTURES}${name}-${scheme}.png` });
          const elsewhere = requests.filter(
            (url) => !isDataUrl(url) && new URL(url).origin !== app.url,
          );
          assert.deepEqual(elsewhere, []);
          assert.deepEqual(faults, []);
          assert.ok(requests.length > 0);
          const brightness = await brightnessOf(page);
          assert.ok(
            scheme === 'light' ? brightness > 200 : brightness < 60,
            `${scheme}: ${brightness}`,
          );
        },
      );
    }
  }

  inBrowser(
    'the reference lists every operation of the OpenAPI document',
    'light',
    async (context) => {
      const { page } = await visit(context, `${app.url}/docs`);
      const methods = await page.locator('.opblock-summary-method').allTextContents();
      const paths = await page.locator('.opblock-summary-path').allTextContents();
      // The reference puts invisible marks into paths, where they may be broken.
      const shown = methods.map((method, i) => `${method} ${paths[i]!.replaceAll('\u200b', '')}`);
      const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, unknown>>;
      };
      const written = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      );
      assert.deepEqual(shown.sort(), written.sort());
      assert.ok(shown.includes('POST /api/fundamental/series'));
    },
  );

  inBrowser('an operation can be tried out from the reference', 'light', async (context) => {
    const { page, faults } = await visit(context, `${app.url}/docs`);
    const operation = page.locator('.opblock', {
      has: page.locator('[data-path="/api/v1/power-balance-forecast/areas"]'),
    });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response-col_status').last();
    await answer.waitFor();
    assert.match((await answer.textContent())!, /^200/);
    assert.deepEqual(faults, []);
  });
});
