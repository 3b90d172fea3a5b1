// What the address bar says.

import type { Page } from 'playwright-core';

/** Path and query. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** One parameter, or null where the address leaves it out. */
export const parameterOf = (page: Page, name: string): string | null =>
  new URL(page.url()).searchParams.get(name);
