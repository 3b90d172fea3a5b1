// The views that the header leads to.

import {
  DEFAULT_AREA,
  DEFAULT_CATEGORY,
  DEFAULT_RANGE,
  DEFAULT_SERIES,
  type View,
} from '#explorer/state/address.ts';

export const HOME: View = {
  page: 'explore',
  seriesId: DEFAULT_SERIES,
  tab: 'chart',
  ...DEFAULT_RANGE,
};

export const MAIN_VIEWS: readonly { title: string; view: View }[] = [
  { title: 'Explore', view: HOME },
  { title: 'Compare', view: { page: 'compare', series: [], ...DEFAULT_RANGE } },
  {
    title: 'Forecasts',
    view: {
      page: 'forecasts',
      area: DEFAULT_AREA,
      category: DEFAULT_CATEGORY,
      source: '',
      beside: [],
      run: '',
      hour: '',
      bands: true,
      zone: 'market',
    },
  },
  { title: 'API', view: { page: 'reference' } },
];
