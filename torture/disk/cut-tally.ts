// What is remembered of power cuts, however they are made.

import { checkFiles } from '#store/check/check-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { BATCH, inspectStore, SPAN_POINTS } from '../writing/written-store.ts';

export interface CutTally {
  /** How the power is cut: on a disk that is shut down, or in a record of what was written. */
  way: 'shut-down' | 'replay' | undefined;
  /** The store in use, and what it must hold. */
  store: number;
  batches: number[];
  spans: number;
  /** How long an undisturbed import takes. */
  importMs: number;
  /** Points in stores that are done with. */
  acknowledged: number;
  imports: { cut: number; ended: number };
  /** Writes that were told to have failed when the power went. */
  refused: number;
  checks: number;
  /** Cuts whose syncs did nothing, and that lost points as they must. */
  controls: number;
  faults: string[];
}

export const newCutTally = (): CutTally => ({
  way: undefined,
  store: -1,
  batches: [0, 0, 0, 0],
  spans: 0,
  importMs: 0,
  acknowledged: 0,
  imports: { cut: 0, ended: 0 },
  refused: 0,
  checks: 0,
  controls: 0,
  faults: [],
});

export const pointsOf = ({ batches, spans }: Pick<CutTally, 'batches' | 'spans'>): number =>
  batches.reduce((a, b) => a + b, 0) * BATCH + spans * SPAN_POINTS;

/** The store in use is done with: what it contained counts, and the next begins empty. */
export function leaveStore(tally: CutTally): void {
  tally.acknowledged += pointsOf(tally);
  Object.assign(tally, { store: -1, batches: [0, 0, 0, 0], spans: 0 });
}

/** `faults` of a store whose syncs did nothing. */
export function countControl(tally: CutTally, faults: readonly string[]): void {
  if (faults.some((fault) => / of \d+ writes exist/.test(fault))) tally.controls++;
  else tally.faults.push('a cut lost nothing although nothing was synced: this run proves nothing');
}

/** Looks at every value and every checksum; what is wrong becomes a fault, also that it cannot be looked at. */
export async function inspectAfterCut(
  path: string,
  expected: Pick<CutTally, 'batches' | 'spans'>,
  mostAhead: number,
): Promise<Awaited<ReturnType<typeof inspectStore>>> {
  try {
    const found = await inspectStore(path, expected, mostAhead);
    const damage: string[] = [];
    await checkFiles(filesAt(path), {
      onDamage: ({ subject, what }) => damage.push(`check: ${subject}: ${what}`),
    });
    return { ...found, faults: [...found.faults, ...damage] };
  } catch (error) {
    return { ...expected, faults: [`after a cut: ${(error as Error).message}`] };
  }
}
