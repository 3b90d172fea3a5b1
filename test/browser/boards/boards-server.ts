// Boards for the tests: a demo with a second user of the same plan, and boards made through the API.

import { join } from 'node:path';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { addUser } from '#accounts/users';
import { BoardsClient } from '#client/boards-client';
import { readConfig } from '#config';
import type { BoardBody, BoardShape } from '#contract/boards';
import type { Clock } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { copyDemo } from '../demo-store.ts';
import type { Explorer, UserName } from '../open-explorer.ts';

/** A user who has the plan of `demo`. */
export const COLLEAGUE = 'demo-colleague' as UserName;

/** The demo without model runs, with the colleague. */
export async function startWithColleague(
  folder: string,
  clock: Clock,
  password: string,
): Promise<App> {
  const path = join(folder, 'demo.db');
  await copyDemo(path);
  const env = {
    ...{ PORT: '0', STORE: `sqlite:${path}`, DEMO_PASSWORD: password, FORECASTS: 'false' },
    PUBLIC_REQUESTS_PER_MINUTE: '60000',
  };
  const app = await startApp(readConfig(env), {
    isDemo: true,
    clock,
    logger: pino({ level: 'silent' }),
  });
  const store = await openStore(env.STORE);
  const { planName } = (await store.accounts.findUser('demo'))!;
  await addUser(store.accounts, { name: COLLEAGUE, password, planName }, clock());
  await store.close();
  return app;
}

export type PanelDraft = NonNullable<BoardBody['panels']>[number];

/** The boards of a user through the API. */
export const boardsOf = async (explorer: Explorer, userName: UserName): Promise<BoardsClient> =>
  new BoardsClient((await explorer.askAs(userName)).transport);

/** Makes a board through the API. */
export const makeBoard = async (
  explorer: Explorer,
  name: string,
  panels: readonly PanelDraft[],
  userName: UserName = 'demo',
): Promise<BoardShape> =>
  (await boardsOf(explorer, userName)).add({ name, shared: false, panels: [...panels] });

/** The panel with a title. */
export const panelOf = (page: Page, title: string) =>
  page.locator('.board-panel').filter({ has: page.getByRole('heading', { name: title }) });
