// What a view asks of its values besides the span: how they are reduced, in which currency, known when. Pure.

import type { ExploreView } from '#view/address/explore-address';
import { periodQuery } from '#view/address/period-query';
import { readResolution } from '#view/address/resolution-options';

interface ValueQuery extends Partial<Record<'counts' | 'complete', string>> {
  readonly resolution: string;
  readonly aggregation?: string;
  readonly currency?: string;
  readonly asOf?: string;
}

/** The fields of a request for values or slices. What is at its default is left out. */
export function valueQuery(view: ExploreView): ValueQuery {
  const { resolution, complete, aggregation, currency, asOf } = view;
  return {
    resolution,
    ...periodQuery(resolution, complete),
    ...(aggregation && readResolution(resolution) !== 'native' && { aggregation }),
    ...(currency && { currency }),
    ...(asOf && { asOf }),
  };
}

/** A count has neither the unit nor the decimals of its series. */
export const withUnit = <T extends { readonly unit: string }>(
  answer: T,
  aggregation: string | undefined,
): T => (aggregation === 'count' ? { ...answer, unit: 'values', decimals: 0 } : answer);
