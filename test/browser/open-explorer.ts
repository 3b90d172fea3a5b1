// The web explorer as a person meets it: a real Chromium, the real server, the demo's data at a known
// instant. A test file has a server, and every test a page that is empty, as if its browser were new.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { GridtideClient } from '#client/programs/gridtide-client';
import { readConfig } from '#config';
import type { Clock } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { openBrowser } from '../../harness/open-browser.ts';
import { PagePool } from '../../harness/page-pool.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { copyDemo, NOW } from './demo-store.ts';
import { freshenBuild } from './fresh-build.ts';
import { surprises, watchFaults } from './page-faults.ts';
import { watchRest } from './page-rest.ts';

export const PASSWORD = 'only-for-the-browser-tests';
const PICTURES = fileURLToPath(new URL('../../test-output/browser/', import.meta.url));
/** Longer than anything takes, even on a busy machine. */
const PATIENCE_MS = 20_000;

/** For a file whose tests do not affect each other: a page mostly waits. */
export const SIDE_BY_SIDE = { concurrency: 3 };

/** Users of the demo, and those that a test adds. */
export type UserName = 'demo' | 'demo-nordic' | 'auditor' | 'writer';

export interface VisitSetting extends BrowserContextOptions {
  /** The faults that belong to the test, such as a refused request: each must happen, and no other. */
  readonly faults?: readonly RegExp[];
}

export interface Visit {
  readonly page: Page;
  /** Opens an address as a user, or not signed in (null), and waits until its page is at rest. */
  open(path: string, userName?: UserName | null): Promise<void>;
  /** Waits until no request is running. */
  rest(): Promise<void>;
  /** Keeps a picture of the page in test-output/browser, if `PICTURES=keep` asks for it. */
  keepPicture(name: string): Promise<void>;
}

type Work = (visit: Visit) => Promise<void>;

/** Starts the server of a file's tests, its data in a folder of its own. */
type StartServer = (folder: string, clock: Clock, password: string) => Promise<App>;

/** All visitors of the tests come from one address, without a token at first. */
const MANY = { PUBLIC_REQUESTS_PER_MINUTE: '60000' };

/** Starts the demo without model runs, which would change what tests compare and use the processor. */
const startDemo: StartServer = async (folder, clock, password) => {
  const path = join(folder, 'demo.db');
  await copyDemo(path);
  const store = `sqlite:${path}`;
  const env = { PORT: '0', STORE: store, DEMO_PASSWORD: password, FORECASTS: 'false', ...MANY };
  const logger = pino({ level: 'silent' });
  return startApp(readConfig(env), { isDemo: true, clock, logger });
};

let opening: Promise<Browser> | undefined;
/** One Chromium for all files of a process. */
const sharedBrowser = (): Promise<Browser> => (opening ??= openBrowser());
const pages = new PagePool();
after(async () => (await opening?.catch(() => undefined))?.close());

/** The server behind a file's tests. */
export class Explorer {
  readonly #startServer: StartServer;
  #app: App | undefined;
  #browser: Browser | undefined;
  #whyNot = '';
  #folder = '';
  #aheadMs = 0;

  constructor(startServer: StartServer) {
    this.#startServer = startServer;
  }

  get app(): App {
    return this.#app!;
  }

  /** Puts the server's clock forward. */
  passMinutes(minutes: number): void {
    this.#aheadMs += minutes * 60_000;
  }

  /** A client of the API itself, signed in as a user: tests compare the page with its answers. */
  async askAs(userName: UserName): Promise<GridtideClient> {
    let token = '';
    const client = new GridtideClient({ url: this.app.url, token: () => token });
    ({ Token: token } = await client.signIn(userName, PASSWORD));
    return client;
  }

  /** Defines a test with a page that no other test uses meanwhile. */
  it(name: string, setting: VisitSetting, work: Work): void;
  it(name: string, work: Work): void;
  it(name: string, ...rest: [Work] | [VisitSetting, Work]): void {
    const [setting, work] = rest.length === 2 ? rest : [{}, rest[0]];
    this.#define(name, setting, work, false);
  }

  /** Defines a test of a detail: `npm run test:long` runs it, and the gate has others of the same page. */
  itLong(name: string, setting: VisitSetting, work: Work): void;
  itLong(name: string, work: Work): void;
  itLong(name: string, ...rest: [Work] | [VisitSetting, Work]): void {
    const [setting, work] = rest.length === 2 ? rest : [{}, rest[0]];
    this.#define(name, setting, work, skipUnlessLong());
  }

  #define(name: string, setting: VisitSetting, work: Work, skip: string | false): void {
    it(name, { skip }, async (t) => {
      if (!this.#browser) return t.skip(this.#whyNot);
      return this.#visit(name, setting, work);
    });
  }

  async start(): Promise<void> {
    await freshenBuild();
    await mkdir(PICTURES, { recursive: true });
    this.#folder = await mkdtemp(join(tmpdir(), 'gridtide-browser-'));
    try {
      this.#browser = await sharedBrowser();
    } catch (error) {
      this.#whyNot = `Chromium cannot start on this machine: ${(error as Error).message.slice(0, 500)}`;
      return;
    }
    const startedAt = Date.now();
    const clock = (): number => NOW + (Date.now() - startedAt) + this.#aheadMs;
    this.#app = await this.#startServer(this.#folder, clock, PASSWORD);
  }

  async stop(): Promise<void> {
    await this.#app?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #visit(name: string, { faults: expected = [], ...options }: VisitSetting, work: Work) {
    const viewport = { width: 1280, height: 900 };
    const all = { locale: 'en-GB', viewport, ...options };
    const pooled = await pages.take(this.#browser!, all);
    const { context, page } = pooled;
    context.setDefaultTimeout(PATIENCE_MS);
    let hasPassed = false;
    const failurePicture = `${PICTURES}failed-${fileNameOf(name)}.png`;
    await rm(failurePicture, { force: true });
    try {
      const faults = watchFaults(context, this.app.url);
      const rest = watchRest(context);
      try {
        await work(this.#guide(page, () => rest(page)));
      } catch (error) {
        // A page that is gone has no picture; the error is thrown in either case.
        await page.screenshot({ path: failurePicture }).catch(() => {});
        throw error;
      }
      assert.deepEqual(surprises(faults, expected), []);
      hasPassed = true;
    } finally {
      if (hasPassed) await pages.giveBack(pooled, this.app.url);
      else await context.close();
    }
  }

  #guide(page: Page, rest: () => Promise<void>): Visit {
    return {
      page,
      rest,
      open: async (path, userName = 'demo') => {
        const url = new URL(path, this.app.url);
        if (userName !== null) {
          const link = new URL(await this.app.makeSignInLink(userName));
          url.searchParams.set('code', link.searchParams.get('code')!);
        }
        await page.goto(url.href);
        await page.getByRole('main').waitFor();
        await rest();
      },
      keepPicture: async (name) => {
        if (process.env.PICTURES === 'keep')
          await page.screenshot({ path: `${PICTURES}${name}.png` });
      },
    };
  }
}

const fileNameOf = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80);

/** Opens the explorer for the tests of a file and closes it after them; on the demo by default. */
export function openExplorer(startServer: StartServer = startDemo): Explorer {
  const explorer = new Explorer(startServer);
  before(() => explorer.start());
  after(() => explorer.stop());
  return explorer;
}
