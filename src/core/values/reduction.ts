// The meaning of a request's Resolution: values as stored, resampled, or extracted by block.

import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { RESOLUTIONS, type Resolution, resolutionOf } from '#core/time/resolution';
import type { Block, BlockTable } from '#core/values/blocks';

export type Reduction =
  | { readonly kind: 'native' }
  | { readonly kind: 'resample'; readonly to: Resolution }
  | { readonly kind: 'extract'; readonly block: Block };

interface ResampleKeyword {
  readonly name: string;
  readonly meaning: string;
  readonly to: Resolution | undefined;
}

export const RESAMPLE_KEYWORDS: readonly ResampleKeyword[] = [
  { name: 'hour', meaning: 'Hourly averages', to: resolutionOf('hour') },
  { name: 'hr', meaning: 'The same as hour', to: resolutionOf('hour') },
  { name: 'day', meaning: 'Daily averages', to: resolutionOf('day') },
  { name: 'week', meaning: 'Weekly averages (ISO weeks)', to: resolutionOf('week') },
  { name: 'month', meaning: 'Monthly averages', to: resolutionOf('month') },
  { name: 'quarter', meaning: 'Quarterly averages', to: resolutionOf('quarter') },
  { name: 'year', meaning: 'Yearly averages', to: resolutionOf('year') },
  { name: 'native', meaning: 'The values as stored', to: undefined },
  { name: '*', meaning: 'The same as native', to: undefined },
];

const resampleKeywords = new Map(RESAMPLE_KEYWORDS.map((keyword) => [keyword.name, keyword]));

export const reductionNames = (blocks: BlockTable): string[] => [
  ...resampleKeywords.keys(),
  ...blocks.map((block) => block.name),
];

/** Reads a resampling or extraction keyword; left out or empty means native. */
export function parseReduction(
  given: string | undefined,
  field: string,
  blocks: BlockTable,
): Reduction {
  const name = (given ?? '').trim().toLowerCase();
  if (name === '') return { kind: 'native' };
  const resample = resampleKeywords.get(name);
  if (resample) return resample.to ? { kind: 'resample', to: resample.to } : { kind: 'native' };
  const block = blocks.find((candidate) => candidate.name === name);
  if (block) return { kind: 'extract', block };
  const allowed = reductionNames(blocks);
  const message = `unknown resolution ${quoteGiven(given!)}${didYouMean(name, allowed)}`;
  throw refuseField('resolution_unknown', field, message, allowed);
}

/**
 * Settles a reduction for a native resolution. A resolution no longer than the series' own returns
 * the values as stored; an extraction needs an hour or finer.
 */
export function settleReduction(
  reduction: Reduction,
  native: Resolution,
  field: string,
): Reduction {
  if (reduction.kind === 'resample' && reduction.to.rank <= native.rank) return { kind: 'native' };
  if (reduction.kind === 'extract' && native.rank > resolutionOf('hour').rank) {
    const allowed = RESAMPLE_KEYWORDS.map((keyword) => keyword.name);
    const message = `${reduction.block.name} needs values every hour or finer; this series has one per ${native.name}`;
    throw refuseField('resolution_too_coarse', field, message, allowed);
  }
  return reduction;
}

/** The resolution of what a settled reduction returns. */
export function resultResolution(reduction: Reduction, native: Resolution): Resolution {
  if (reduction.kind === 'native') return native;
  return reduction.kind === 'resample' ? reduction.to : resolutionOf('day');
}

/** The resolutions that a refusal may suggest, from finest to longest. */
export const COARSENING: readonly Resolution[] = RESOLUTIONS.filter((r) => r.rank >= 2);
