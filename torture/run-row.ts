// Runs one row, from its beginning or from the point at which an earlier run was broken off.

import { mkdir, rm } from 'node:fs/promises';
import { Random } from '../harness/random.ts';
import type { Ground, Outcome, Row, Tally } from './row.ts';
import { keepState, readState, type State } from './state.ts';

export interface RunOptions {
  readonly folder: string;
  readonly count: number;
  readonly seed: number;
  readonly commit: string;
  /** Forgets a run that was broken off. */
  readonly isFresh?: boolean;
  readonly onProgress?: (done: number, count: number) => void;
}

export interface Run {
  readonly outcome: Outcome;
  readonly state: State;
}

export async function runRow<T extends Tally>(row: Row<T>, options: RunOptions): Promise<Run> {
  const { folder, count, seed, onProgress = () => {} } = options;
  const state = await openState(row, options);
  const tally = state.tally as T;
  const ends: (() => Promise<void> | void)[] = [];
  const ground: Ground = {
    folder,
    seed,
    count,
    random: (number) => new Random(seed, number),
    after: (end) => void ends.unshift(end),
  };
  try {
    const attempt = await row.open(ground, tally);
    onProgress(state.done, count);
    while (state.done < count) {
      state.done += await attempt.next(state.done, count - state.done);
      await keepState(folder, state);
      onProgress(state.done, count);
    }
    await attempt.finish?.();
  } finally {
    for (const end of ends) await end();
  }
  const outcome = row.judge(tally);
  // What went wrong can be looked at in the folder.
  if (outcome.faults.length === 0) await rm(folder, { recursive: true, force: true });
  return { outcome, state };
}

async function openState<T extends Tally>(row: Row<T>, options: RunOptions): Promise<State> {
  const { folder, count, seed, commit, isFresh } = options;
  const asked = { row: row.name, count, seed };
  const kept = isFresh || row.isOneLife ? undefined : await readState(folder, asked);
  // One that came to its end had faults, and was kept for looking at it.
  if (kept && kept.done < count) return kept;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const state: State = { ...asked, commit, done: 0, tally: row.newTally() };
  await keepState(folder, state);
  return state;
}
