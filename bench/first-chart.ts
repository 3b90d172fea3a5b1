// How soon a first visit sees its first chart with a processor slowed four times: this explorer, and that of
// another checkout if one is given, alternately. Each visit is that of a browser that has never seen the page.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import type * as Config from '#config';
import type * as Serve from '#serve/app';
import { NOTE_PAINTING } from './page-measure.ts';

const SLOWED = 4;
const SERIES = 'dehrprice';
const USER = 'demo';

/** The demo of a checkout, served in this process. */
class Visited {
  readonly #app: Serve.App;
  readonly #folder: string;

  private constructor(app: Serve.App, folder: string) {
    this.#app = app;
    this.#folder = folder;
  }

  /** Starts the demo of the checkout at `root` from its own sources, with its own built page. */
  static async start(root: string): Promise<Visited> {
    const load = (file: string) => import(pathToFileURL(join(resolve(root), file)).href);
    const { startApp } = (await load('src/serve/app.ts')) as typeof Serve;
    const { readConfig } = (await load('src/config.ts')) as typeof Config;
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-bench-chart-'));
    const store = `sqlite:${join(folder, 'demo.db')}`;
    const settings = { PORT: '0', STORE: store, DEMO_PASSWORD: 'only-for-the-benchmark' };
    const config = readConfig({ ...settings, FORECASTS: 'false' });
    const app = await startApp(config, { isDemo: true, logger: pino({ level: 'silent' }) });
    return new Visited(app, folder);
  }

  /** Milliseconds from the begin of a visit to the first frame that shows the chart. */
  async measure(browser: Browser): Promise<number> {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    try {
      const page = await context.newPage();
      await page.addInitScript(NOTE_PAINTING);
      const tools = await context.newCDPSession(page);
      await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      const link = await this.#app.makeSignInLink(USER);
      await page.goto(link.replace('/?', `/s/${SERIES}?`));
      return (await page.evaluate('window.paintedAt')) as number;
    } finally {
      await context.close();
    }
  }

  async close(): Promise<void> {
    await this.#app.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The times of every checkout, one a round. */
export async function firstChartTimes(
  browser: Browser,
  roots: readonly string[],
  rounds: number,
): Promise<number[][]> {
  const visited: Visited[] = [];
  try {
    for (const root of roots) visited.push(await Visited.start(root));
    const times: number[][] = roots.map(() => []);
    // The first round fills the caches of the servers.
    for (let round = -1; round < rounds; round++) {
      for (const [i, each] of visited.entries()) {
        const time = await each.measure(browser);
        if (round >= 0) times[i]!.push(time);
      }
    }
    return times;
  } finally {
    for (const each of visited) await each.close();
  }
}
