// The address of the next page of a list.

import type { Answer } from '../world/world.ts';

/** The address in the answer's Link header; undefined on the last page. */
export const nextPageOf = ({ headers }: Answer): string | undefined =>
  /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
