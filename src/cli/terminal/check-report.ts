// What check, backup and restore say while they verify a store, and of what they found.

import { CommandFault, type Io } from '#cli/command/command';
import type { ProgressLine } from '#cli/terminal/progress-line';
import { countOf, formatCount } from '#cli/terminal/table';
import type { CheckCounts, Damage } from '#store/check/check-damage';
import { StoreFilesFault } from '#store/engines/sqlite/store-files';

/** Runs `work` with its progress shown; a refusal of the store's files is printed as one line. */
export async function withProgress<T>(line: ProgressLine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreFilesFault ? new CommandFault(error.message) : error;
  } finally {
    line.clear();
  }
}

export const printDamage =
  (line: ProgressLine, { stdout }: Io) =>
  ({ subject, what }: Damage): void => {
    line.clear();
    stdout.write(`${subject}: ${what}\n`);
  };

/** `3 series, 120 chunks, 4 changes, 2 runs, 4 bands: no damage` */
export function describeCheck(counts: CheckCounts): string {
  const { series, chunks, changes, runs, bands, unverified, damages } = counts;
  const parts = [
    `${formatCount(series)} series`,
    countOf(chunks, 'chunk'),
    countOf(changes, 'change'),
    countOf(runs, 'run'),
    countOf(bands, 'band'),
  ];
  const without = unverified === 0 ? '' : `, ${formatCount(unverified)} without a checksum`;
  const found = damages === 0 ? 'no damage' : `${countOf(damages, 'damage')} found`;
  return `${parts.join(', ')}${without}: ${found}`;
}
