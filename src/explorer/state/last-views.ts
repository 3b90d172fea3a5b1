// The last address of each page, so that the header leads back to it. It is kept for the tab and the user.

import { readAddress, type View, writeAddress } from '#view/address/address';

const keyOf = (userName: string): string => `gridtide-last-views ${userName}`;

type Addresses = Readonly<Record<string, string>>;

function readAll(userName: string): Addresses {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userName)) ?? '{}') as Addresses;
  } catch {
    return {};
  }
}

export function rememberView(view: View, userName: string): void {
  if (view.page === 'not-found') return;
  const addresses = { ...readAll(userName), [view.page]: writeAddress(view) };
  try {
    sessionStorage.setItem(keyOf(userName), JSON.stringify(addresses));
  } catch {
    // Without storage the header leads to each page's beginning.
  }
}

/** The last view of a page; undefined if the page was not open yet. */
export function lastView(page: View['page'], userName: string): View | undefined {
  const address = readAll(userName)[page];
  const view = typeof address === 'string' ? readAddress(address) : undefined;
  return view?.page === page ? view : undefined;
}
