// The forecasts that are laid over the values first.

import type { SliceChoice } from '#view/address/explore-address';

/** What a trader has before the auction: the last run of the day before, issued before noon. */
export const DEFAULT_SLICE: SliceChoice = { ahead: '1d', before: '12:00', source: '' };
