// What fetch says of an answer: counts, or that there is no data and why.

import { countOf, formatCount } from '#cli/terminal/table';
import type { ParsedBatch } from '#sources/source';
import type { BatchCounts } from '#sources/store-batch';
import type { WriteCounts } from '#store/series-store';

/**
 * `192 points (96 new, 0 changed, 96 same), 1 run (1 new, 0 changed, 0 same) in 2 series`, and a line
 * for each note.
 */
export function describeBatch(batch: ParsedBatch, counts: BatchCounts | undefined): string {
  if (batch.kind === 'none' || !counts) {
    return `no data: ${batch.kind === 'none' ? batch.reason : 'nothing was stored'}\n`;
  }
  return `${describeCounts(counts)}\n${batch.notes.map((note) => `  ${note}\n`).join('')}`;
}

export function describeCounts({ points, runs, series }: BatchCounts): string {
  const parts = [describeOne(points, 'point')];
  if (points.held > 0) parts.push(`${formatCount(points.held)} held for review`);
  if (runs.added + runs.changed + runs.same > 0) parts.push(describeOne(runs, 'run'));
  return `${parts.join(', ')} in ${formatCount(series)} series`;
}

const describeOne = ({ added, changed, same }: WriteCounts, noun: string): string =>
  `${countOf(added + changed + same, noun)} (${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(same)} same)`;
