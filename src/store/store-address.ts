// Reads the address of a store: which engine, and for SQLite which file.

import type { Engine } from '#store/engine';

export type StoreAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: Extract<Engine, 'postgres'>; readonly url: string };

const ALLOWED =
  'Allowed are sqlite:PATH, for example sqlite:data/gridtide.db, and postgres://USER:PASSWORD@HOST:PORT/DATABASE.';

export const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/i.test(url);

/** Throws if the URL is no address of a store. It may contain a password, so no message repeats it. */
export function readAddress(url: string): StoreAddress {
  if (isPostgresUrl(url)) return { engine: 'postgres', url };
  if (!/^sqlite:/i.test(url)) throw new Error(`This is not the address of a store. ${ALLOWED}`);
  const path = pathOf(url.slice('sqlite:'.length));
  if (path === '') throw new Error(`The store’s address names no file. ${ALLOWED}`);
  return { engine: 'sqlite', path };
}

/** `sqlite:///var/lib/x.db` is a common spelling of `sqlite:/var/lib/x.db`. */
function pathOf(given: string): string {
  if (given.startsWith('///')) return given.slice(2);
  if (given.startsWith('//')) throw new Error(`A store’s address has no //. ${ALLOWED}`);
  return given;
}
