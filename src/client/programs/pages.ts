// Lists that come in pages, as sequences.

import type { ReadOptions, RequestOptions, Transport } from '../transport.ts';

type Query = RequestOptions['query'];

/** The entries of a list whose pages name the next one in a Link header. */
export async function* eachLinked<T>(
  transport: Transport,
  path: string,
  query: Query,
  options: ReadOptions = {},
): AsyncGenerator<T> {
  let answer = await transport.send('GET', path, { query, ...options });
  for (;;) {
    yield* (await answer.json()) as T[];
    const next = nextLink(answer.headers);
    if (next === undefined) return;
    answer = await transport.send('GET', next, options);
  }
}

/** The address of the next page, as a path with its query. */
export const nextLink = (headers: Headers): string | undefined =>
  /^<([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** The entries of pages that a cursor chains: `read` gets the cursor, undefined at first. */
export async function* eachPaged<T, Cursor>(
  read: (cursor: Cursor | undefined) => Promise<{
    readonly entries: readonly T[];
    /** Undefined or null on the last page. */
    readonly next: Cursor | null | undefined;
  }>,
): AsyncGenerator<T> {
  let cursor: Cursor | undefined;
  do {
    const { entries, next } = await read(cursor);
    yield* entries;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
