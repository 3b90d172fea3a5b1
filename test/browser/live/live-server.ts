// The demo whose values a test changes through the operator interface, and the streams that its server has open.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { addKey } from '#accounts/api-keys';
import type { App } from '#serve/app';
import { NOW } from '../demo-store.ts';
import type { Explorer, Visit } from '../open-explorer.ts';

/** The streams of changes that a server has open. */
export interface Streams {
  open: number;
  /** All that were opened. */
  opened: number;
}

export function watchStreams({ app }: Explorer): Streams {
  const streams: Streams = { open: 0, opened: 0 };
  app.server.server.on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    if (!url?.startsWith('/api/v1/changes/stream')) return;
    streams.open++;
    streams.opened++;
    response.once('close', () => streams.open--);
  });
  return streams;
}

const keys = new WeakMap<App, Promise<string>>();

async function makeKey({ store: { accounts } }: App): Promise<string> {
  const user = (await accounts.findUser('demo'))!;
  return addKey(accounts, user, 'writer', NOW, { isOperator: true });
}

/** Writes as an operator's program does. */
async function write({ app }: Explorer, path: string, body: object): Promise<void> {
  const key = keys.get(app) ?? makeKey(app);
  keys.set(app, key);
  const response = await fetch(`${app.url}/api/operator/series/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Writes one observed value of a series. */
export const writeValue = (
  explorer: Explorer,
  code: string,
  time: string,
  value: number,
): Promise<void> => write(explorer, `${code}/values`, { values: [{ time, value }] });

/** Writes a run of the source that comes first: 48 hours of one value from a time on. */
export const writeRun = (
  explorer: Explorer,
  code: string,
  analyzedTime: string,
  start: string,
  value: number,
): Promise<void> =>
  write(explorer, `${code}/runs`, {
    ...{ source: 'gridtide', analyzedTime, start },
    values: Array<number>(48).fill(value),
  });

export const liveSwitch = (page: Page) => page.getByRole('switch', { name: /^Live/ });

/** Opens an address, and waits until its changes are told. */
export async function openLive(visit: Visit, path: string): Promise<void> {
  await visit.open(path);
  await following(visit.page);
}

export const following = (page: Page): Promise<void> =>
  page.locator('.live-switch[data-open="true"]').waitFor();

/** Shows or hides a page, as far as its scripts can tell. */
export const setSight = (page: Page, state: 'visible' | 'hidden'): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'))`);
