// Loads base and peak of every area for the start page's table.

import type { DayFiguresAnswer } from '#contract/day-figures';
import { findCategory } from '#core/market/categories';
import { forecasts } from '#explorer/state/forecasts.ts';
import { type Loaded, useRequest } from '#explorer/state/use-request.ts';

/** A category that does not exist is an old or mistyped link: the first one is shown. */
export const useDayFigures = (category: string): Loaded<DayFiguresAnswer> =>
  useRequest(category || 'first', (signal) =>
    forecasts.days(findCategory(category) ? { balanceCategory: category } : {}, { signal }),
  );
