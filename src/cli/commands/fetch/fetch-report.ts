// What fetch says of an answer: counts, or why it has no data.

import { describeCounts } from '#cli/terminal/import-report';
import { countOf, formatCount } from '#cli/terminal/table';
import type { ParsedBatch } from '#sources/source';
import type { BatchCounts } from '#sources/store-batch';
import type { WriteCounts } from '#store/journal-entry';

/**
 * `192 points (96 new, 0 changed, 96 same), 1 run (1 new, 0 changed, 0 same) in 2 series`, and a line
 * for each note.
 */
export function describeBatch(batch: ParsedBatch, counts: BatchCounts | undefined): string {
  if (batch.kind === 'none' || !counts) {
    return `no data: ${batch.kind === 'none' ? batch.reason : 'nothing was stored'}\n`;
  }
  return `${describeStored(counts)}\n${batch.notes.map((note) => `  ${note}\n`).join('')}`;
}

function describeStored({ points, runs, series }: BatchCounts): string {
  const parts = [describeOne(points, 'point')];
  if (points.held > 0) parts.push(`${formatCount(points.held)} held for review`);
  if (runs.added + runs.changed + runs.same > 0) parts.push(describeOne(runs, 'run'));
  return `${parts.join(', ')} in ${formatCount(series)} series`;
}

const describeOne = (counts: WriteCounts, noun: string): string =>
  `${countOf(counts.added + counts.changed + counts.same, noun)} (${describeCounts(counts)})`;
