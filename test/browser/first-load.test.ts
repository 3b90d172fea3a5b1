// The size of the first load, and what the page's own policy keeps out.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { openExplorer } from './open-explorer.ts';

/** Bytes after gzip. */
const MOST_BYTES = 140_000;
/** Parts that are loaded when they are opened. */
const LATER =
  /find|sign-in|start|compare|forecasts|account|reference|guides|explore-tabs|explore-more|chart-foot|menu|boards|moment-popover/;

/** Parts that the page loads ahead 1.5 s after its start: on a slow machine they would be counted. */
const NOTHING_AHEAD = `
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => (ms === 1500 ? 0 : later(work, ms, ...rest));`;

describe('the first load', () => {
  const explorer = openExplorer();

  explorer.it(
    'the first load of Explore is under 140 kB gzipped, with everything until the page rests',
    async (visit) => {
      const { page } = visit;
      const bodies: Promise<readonly [string, Buffer]>[] = [];
      const keepBody = (response: Response): void => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/api/')) return;
        bodies.push(response.body().then((body) => [pathname, body] as const));
      };
      await page.addInitScript(NOTHING_AHEAD);
      page.on('response', keepBody);
      await visit.open('/s/dehrprice');
      await page.locator('.chart canvas').waitFor();
      // A body that is asked for when the page closes would be rejected and end the process.
      page.off('response', keepBody);
      const files = (await Promise.all(bodies)).map(
        ([path, body]) => [path, gzipSync(body).length] as const,
      );
      assert.ok(files.some(([path]) => path.endsWith('.css')));
      assert.ok(files.some(([path]) => path.endsWith('.js')));
      const total = files.reduce((sum, [, size]) => sum + size, 0);
      assert.ok(total < MOST_BYTES, `${total} bytes: ${JSON.stringify(files)}`);
      assert.deepEqual(
        files.filter(([path]) => LATER.test(path)),
        [],
      );
    },
  );

  explorer.it(
    'the page lets in no script and no style that is not its own',
    {
      faults: [
        /script-src/,
        /style-src/,
        /Connecting to 'https:.*connect-src/,
        /Refused to connect/,
      ],
    },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      const isBlocked = await page.evaluate(`(async () => {
        const script = document.createElement('script');
        script.textContent = 'window.wasRun = true';
        const style = document.createElement('style');
        style.textContent = 'body { outline: 7px solid }';
        document.head.append(script, style);
        const elsewhere = await fetch('https://example.org/').then(() => 'sent', () => 'refused');
        return [window.wasRun, getComputedStyle(document.body).outlineWidth === '7px', elsewhere];
      })()`);
      assert.deepEqual(isBlocked, [undefined, false, 'refused']);
    },
  );
});
