// What a row of the torture table is: how often, with what, and what must hold afterwards.

import type { Random } from '../harness/random.ts';

/** What a row remembers between its rounds: plain JSON, as it is kept in a file. */
export type Tally = object;

export interface Ground {
  /** The row's own folder; a run that was broken off left it as it was. */
  readonly folder: string;
  readonly seed: number;
  /** How many are to be done in all: a row may do less work for a small count. */
  readonly count: number;
  /** A generator of its own for each number, so that a run that goes on does what it would have done. */
  random(number: number): Random;
  /** Something to be ended with the run, last begun first ended. */
  after(end: () => Promise<void> | void): void;
}

export interface Attempt {
  /** Does the next ones, at least one and at most `most`, after `done`; resolves to how many. */
  next(done: number, most: number): Promise<number>;
  /** Checks after the last one what can be looked at only at the end. */
  finish?(): Promise<void>;
}

export interface Outcome {
  /** What did not hold and never may, each in a sentence; only the first few are printed. */
  readonly faults: readonly string[];
  /** Figures of time or memory that were missed: true of this machine at that hour. */
  readonly misses: readonly string[];
  /** What was seen, for the table: without line ends. */
  readonly figures: string;
}

export interface Row<T extends Tally = Tally> {
  readonly name: string;
  /** The summary in one line, for the help. */
  readonly summary: string;
  /** The full figure, and what is counted. */
  readonly count: number;
  readonly unit: string;
  /** Whether it is about one life of a process: a run that was broken off begins anew. */
  readonly isOneLife?: true;
  /** What must hold, for the help and the table. */
  readonly mustHold: string;
  /** The package or privilege that is missing here, in a plain sentence; undefined: nothing is. */
  lacks?(): Promise<string | undefined>;
  newTally(): T;
  /** Prepares the ground, or finds it as a run before left it. The tally is changed as it goes on. */
  open(ground: Ground, tally: T): Promise<Attempt>;
  judge(tally: T): Outcome;
}
