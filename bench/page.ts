// npm run bench -- page [--rounds N]: the web explorer in Chromium. How soon ten years of hours are
// painted after their arrival, and how large the first load is.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '#config';
import { findExplorer } from '#http/pages/explorer-files';
import { type App, startApp } from '#serve/app';
import { openBrowser } from '../harness/open-browser.ts';
import { firstLoadOf, paintTimesOf } from './page-measure.ts';
import { printPageReport } from './page-report.ts';
import { fillPageStore, PAGE_SERIES, PAGE_USER } from './page-store.ts';

const HELP = `Usage: npm run bench -- page [--rounds N]

Serves a series of 87,600 hours, opens it in Chromium, and measures the time from the
arrival of its values to the painted chart (default 9 rounds, after one that is not
counted), and the gzipped size of what the first visit to Explore loads.`;

/** `args` is what follows the word page. */
export async function benchPage(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '9' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(HELP);
  else if (!findExplorer()) throw new Error('the web explorer is not built: run npm run explorer');
  else await withServer((app) => measure(app, Number(values.rounds)));
}

async function measure(app: App, rounds: number): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    const link = (await app.makeSignInLink(PAGE_USER)).replace('/?', `/s/${PAGE_SERIES}?`);
    const firstLoad = await firstLoadOf(page, link);
    const place = `${app.url}/s/${PAGE_SERIES}?from=first&to=`;
    // The first round fills caches that a person's browser has filled long before.
    const [, ...paintTimes] = await paintTimesOf(page, place, rounds + 1);
    printPageReport({ browser: browser.version(), paintTimes, firstLoad });
  } finally {
    await browser.close();
  }
}

async function withServer(work: (app: App) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-bench-page-'));
  const storeUrl = `sqlite:${join(folder, 'page.db')}`;
  try {
    await fillPageStore(storeUrl, Date.now());
    const app = await startApp(readConfig({ PORT: '0', STORE: storeUrl }), {
      isDemo: false,
      logger: pino({ level: 'silent' }),
    });
    try {
      await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
