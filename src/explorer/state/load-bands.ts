// Loads a run with its fan of quantiles, for every page that draws one.

import { ApiError } from '#client/api-error';
import type { BandsAnswer, BandsQuery } from '#contract/forecast-bands';
import { forecasts } from '#explorer/state/forecasts.ts';
import { FAN_PERCENTS } from '#view/runs/run-bands';

/**
 * Loads the run and its bands; undefined if the plan allows only the values. A bound counts as a point, so
 * a small plan may allow the bands and not all quantiles.
 */
export async function loadBands(
  query: BandsQuery,
  signal: AbortSignal,
): Promise<BandsAnswer | undefined> {
  for (const asked of [{ ...query, quantile: FAN_PERCENTS.join() }, query]) {
    try {
      return await forecasts.bands(asked, { signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'too_many_points')) throw error;
    }
  }
  return undefined;
}
