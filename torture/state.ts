// How far a run has come, in a file of its folder: one that is broken off goes on from there.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tally } from './row.ts';

export interface State {
  readonly row: string;
  readonly count: number;
  readonly seed: number;
  /** The checkout's commit when the run began. */
  readonly commit: string;
  done: number;
  tally: Tally;
}

const pathIn = (folder: string): string => join(folder, 'state.json');

/** Undefined if the folder has none, or one of another run. */
export async function readState(
  folder: string,
  { row, count, seed }: Pick<State, 'row' | 'count' | 'seed'>,
): Promise<State | undefined> {
  let state: State;
  try {
    state = JSON.parse(await readFile(pathIn(folder), 'utf8'));
  } catch {
    return undefined;
  }
  return state.row === row && state.count === count && state.seed === seed ? state : undefined;
}

/** Whole or not at all: a run may be killed at any moment. */
export async function keepState(folder: string, state: State): Promise<void> {
  const path = pathIn(folder);
  await writeFile(`${path}.new`, JSON.stringify(state));
  await rename(`${path}.new`, path);
}
