// The content of the address bar.

import type { Page } from 'playwright-core';

/** The path and query of the address. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** One parameter of the address; null if it is left out. */
export const parameterOf = (page: Page, name: string): string | null =>
  new URL(page.url()).searchParams.get(name);
