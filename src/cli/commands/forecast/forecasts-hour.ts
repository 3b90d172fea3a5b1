// --forecasts-at: when others' forecasts count as published in hindcasts and in backtests as published.

import { type Arguments, misuse } from '#cli/command/command';
import { readCount } from '#cli/command/read-option';

export const FORECASTS_HOUR_OPTION = {
  'forecasts-at': {
    type: 'string',
    value: 'HOUR',
    summary:
      'With --as-published: the UTC hour of the day before at which forecasts by others are out. Default: 10:00 market time for load, 18:00 for wind, sun and production, 06:00Z for others.',
  },
} as const;

export function readForecastsHour(args: Arguments): number | undefined {
  if (args.text('forecasts-at') === undefined) return undefined;
  if (!args.flag('as-published')) {
    throw misuse('--forecasts-at needs --as-published: otherwise the record of the store tells');
  }
  return readCount(args, 'forecasts-at', 0, 23, 0);
}
