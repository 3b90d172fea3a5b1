// npm run bench -- page [--rounds N] [--against FOLDER]: the web explorer in Chromium. How soon ten years of
// hours are painted after their arrival, how soon a slow machine sees its first chart, and how large the
// first load is.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '#config';
import { findExplorer } from '#http/pages/explorer-files';
import { type App, startApp } from '#serve/app';
import { openBrowser } from '../harness/open-browser.ts';
import { firstChartTimes } from './first-chart.ts';
import { firstLoadOf, paintTimesOf } from './page-measure.ts';
import { printPageReport } from './page-report.ts';
import { fillPageStore, PAGE_SERIES, PAGE_USER } from './page-store.ts';

const HELP = `Usage: npm run bench -- page [--rounds N] [--against FOLDER]

Serves a series of 87,600 hours, opens it in Chromium, and measures the time from the
arrival of its values to the painted chart (default 9 rounds, after one that is not
counted), the gzipped size of what the first visit to Explore loads, and the time to the
first chart of the demo with a processor slowed four times.

  --against FOLDER  measures that time for another checkout too, alternately (it must be
                    installed, and its explorer built: npm ci && npm run explorer)`;

/** `args` is what follows the word page. */
export async function benchPage(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '9' },
      against: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(HELP);
  else if (!findExplorer()) throw new Error('the web explorer is not built: run npm run explorer');
  else await withServer((app) => measure(app, Number(values.rounds), values.against));
}

async function measure(app: App, rounds: number, against: string | undefined): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    const link = (await app.makeSignInLink(PAGE_USER)).replace('/?', `/s/${PAGE_SERIES}?`);
    const firstLoad = await firstLoadOf(page, link);
    const address = `${app.url}/s/${PAGE_SERIES}?from=first&to=`;
    // The first round fills caches that a person's browser has filled long before.
    const [, ...paintTimes] = await paintTimesOf(page, address, rounds + 1);
    const roots = ['.', ...(against === undefined ? [] : [against])];
    const firstCharts = await firstChartTimes(browser, roots, rounds);
    printPageReport({ browser: browser.version(), paintTimes, firstLoad, firstCharts });
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
