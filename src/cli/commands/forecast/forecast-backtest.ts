// gridtide forecast backtest: how good the model would have been, on a file or on a store.

import { type Command, DONE, misuse } from '#cli/command/command';
import { STORE_OPTION } from '#cli/command/store-option';
import { backtestFile } from '#cli/commands/forecast/backtest-file';
import { backtestOnStore } from '#cli/commands/forecast/backtest-on-store';
import { FORECASTS_HOUR_OPTION } from '#cli/commands/forecast/forecasts-hour';
import { SERIES_KINDS } from '#model/members/members';

export const backtestCommand: Command = {
  name: 'forecast backtest',
  summary: 'Test how good forecasts would have been.',
  usage:
    '--csv FILE --target COLUMN [--driver COLUMN]… [--area AREA] --test-days N\n  | NAME --from DATE --to DATE | --area AREA --category NAME --from DATE --to DATE',
  options: {
    csv: { type: 'string', value: 'FILE', summary: 'A CSV of hours; may be compressed.' },
    target: { type: 'string', value: 'COLUMN', summary: 'The column to forecast.' },
    driver: {
      type: 'string',
      multiple: true,
      value: 'COLUMN',
      summary: 'A column that is known a day ahead; may be repeated.',
    },
    'test-days': { type: 'string', value: 'N', summary: 'Forecast the last N days.' },
    every: { type: 'string', value: 'K', summary: 'Forecast only every K-th day. Default: 1.' },
    'known-until': {
      type: 'string',
      value: 'HOUR',
      summary: 'Only hours before HOUR are known on the day before. Default: all.',
    },
    kind: {
      type: 'string',
      value: 'KIND',
      summary: `${SERIES_KINDS.join(', ')}. Default: by the target’s name, else load with --known-until, else price.`,
    },
    'zero-is-missing': {
      type: 'boolean',
      summary: 'Every 0 is a gap. Default: only a few zeros among values far from zero are.',
    },
    'keep-zeros': { type: 'boolean', summary: 'No 0 is a gap.' },
    area: {
      type: 'string',
      value: 'AREA',
      summary: 'On a store: the area, such as DE. With --csv: the area whose holidays count.',
    },
    category: {
      type: 'string',
      value: 'NAME',
      summary: 'On a store: the category, such as hrprice.',
    },
    from: { type: 'string', value: 'DATE', summary: 'On a store: the first UTC day to forecast.' },
    to: { type: 'string', value: 'DATE', summary: 'On a store: the last UTC day to forecast.' },
    hour: {
      type: 'string',
      value: 'HOUR',
      summary:
        'On a store: UTC hour of the day before at which a run is made. Default: the last of NAME, else 12.',
    },
    'as-published': {
      type: 'boolean',
      summary: 'On a store: take values as known when they are usually published.',
    },
    ...FORECASTS_HOUR_OPTION,
    out: {
      type: 'string',
      value: 'FILE',
      summary: 'Write time,actual,forecast,q10,…,q90 rows to a file.',
    },
    ...STORE_OPTION,
  },
  notes: `
The model is fitted again for every day, with what was known before it. Its members are weighed by their
errors on the days before; some days before the first are forecast too, to have such errors.

The first column of a CSV is local time (2016-01-31 05:00 or 2016-01-31T05:00) with 24 hours every day,
or UTC (2016-01-31T05:00Z). A file knows no holidays: --area AREA takes those of an area.

NAME is a definition of gridtide forecast define: its series, drivers, kind and area count.

On a store, update times are replayed: a run sees a value only if it was in the store by then. A store
that was filled later has no such record. Then --as-published takes a measured value as known at the
end of its hour, a price as known at 12:00Z of the market day before, and a forecast by others (a code that
ends with forecast, or a driver that NAME names) on that day at 10:00 market time if it is of load, at 18:00
if it is of wind, sun or production, else at 06:00Z. --forecasts-at HOUR names one hour for all of them.`,
  async run(args, io) {
    const [name, ...others] = args.positionals;
    if (others.length > 0) throw misuse('one NAME is backtested at a time');
    const isFile = args.text('csv') !== undefined;
    const hasArea = args.text('area') !== undefined;
    const isOfArea = hasArea || args.text('category') !== undefined;
    if (name !== undefined && (isFile || isOfArea)) {
      throw misuse('give either NAME, or --csv FILE, or --area AREA with --category');
    }
    const ofFile = ['target', 'test-days'].find((each) => args.text(each) !== undefined);
    if (!isFile && ofFile !== undefined) throw misuse(`--${ofFile} needs --csv FILE`);
    const isOnStore = ['category', 'from', 'to'].some((each) => args.text(each) !== undefined);
    if (isFile ? hasArea && isOnStore : !hasArea && name === undefined) {
      throw misuse(
        'give either --csv FILE, or NAME with --from and --to, or --area AREA with --category, --from and --to',
      );
    }
    await (isFile ? backtestFile(args, io) : backtestOnStore(args, io));
    return DONE;
  },
};
