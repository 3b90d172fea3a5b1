// The end of a test file. Several files share a process (scripts/tests/groups.mjs), and the hook `after` of a file
// without a suite runs only at the end of the process: until then, everything that its files opened would stay open.

import { after } from 'node:test';

/** Something with an end: a test, or a file. */
export interface ClosingLifetime {
  after(close: () => Promise<void>): void;
}

/** What closes the things that the file under way opened; undefined if the process has one file. */
let closers: (() => Promise<void>)[] | undefined;

/** From now on `closeFile` says when a file has ended. */
export function beginFiles(): void {
  closers = [];
}

export async function closeFile(): Promise<void> {
  for (const close of closers?.splice(0) ?? []) await close();
}

/** A lifetime that ends with the file, if `t` has the hook of node:test; otherwise `t`. */
export const endingWithFile = (t: ClosingLifetime): ClosingLifetime =>
  t.after === after && closers ? { after: (close) => void closers!.push(close) } : t;
