// The demo whose values a test changes through the operator interface, and the streams that its server has open.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { addKey } from '#accounts/api-keys';
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

let key: string | undefined;

/** Writes one observed value of a series, as an operator's program does. */
export async function writeValue(
  { app }: Explorer,
  code: string,
  time: string,
  value: number,
): Promise<void> {
  const { accounts } = app.store;
  const user = (await accounts.findUser('demo'))!;
  key ??= await addKey(accounts, user, 'writer', NOW, { isOperator: true });
  const response = await fetch(`${app.url}/api/operator/series/${code}/values`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: [{ time, value }] }),
  });
  if (!response.ok) throw new Error(await response.text());
}

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
