// What a run of failing calls has seen so far.

import { BATCH, SPAN_POINTS } from '../writing/written-store.ts';
import type { CallKind } from './failing-call.ts';

export interface CallsTally {
  /** The store in use, and what it must hold. */
  store: number;
  batches: number[];
  spans: number;
  users: number;
  /** The last write of unknown outcome of each writer; -1 for none. */
  doubts: number[];
  /** Whether the last import said that it may be stored or not. */
  isImportInDoubt: boolean;
  /** Points and users of stores that are done with. */
  acknowledged: number;
  added: number;
  /** Runs in which a call failed, and such in which none came to it. */
  runs: Record<CallKind, number>;
  without: string[];
  lasting: number;
  /** Calls that failed, by the ending of their file. */
  calls: Record<string, number>;
  /** What clients were told, by status or code. */
  answers: Record<string, number>;
  /** Processes that went on, and such that ended with a sentence. */
  wentOn: number;
  ended: number;
  faults: string[];
}

export const newStore = () => ({
  batches: [0, 0, 0, 0],
  spans: 0,
  users: 0,
  doubts: [-1, -1, -1, -1],
  isImportInDoubt: false,
});

export const newCallsTally = (): CallsTally => ({
  store: -1,
  ...newStore(),
  acknowledged: 0,
  added: 0,
  runs: { write: 0, fsync: 0, open: 0 },
  without: [],
  lasting: 0,
  calls: {},
  answers: {},
  wentOn: 0,
  ended: 0,
  faults: [],
});

export const pointsOf = ({ batches, spans }: CallsTally): number =>
  batches.reduce((a, b) => a + b, 0) * BATCH + spans * SPAN_POINTS;
