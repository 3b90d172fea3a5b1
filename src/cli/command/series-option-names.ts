// What refusals call the fields of a request for values, by the options that give them.

import type { SeriesAsked } from '#service/series/parse-series-request';

export const SERIES_OPTION_NAMES: SeriesAsked['names'] = {
  seriesId: 'SERIES',
  from: '--from',
  to: '--to',
  resolution: '--resolution',
  aggregation: '--aggregation',
};
