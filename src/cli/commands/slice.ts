// gridtide slice: what was forecast a given time ahead, read by the same path as a request takes.

import { type Command, CommandFault, DONE, type Io, takePositionals } from '#cli/command/command';
import { COMPLETENESS_OPTIONS, readDetailOptions } from '#cli/command/detail-options';
import { OPERATOR } from '#cli/command/operator';
import { SERIES_OPTION_NAMES } from '#cli/command/series-option-names';
import { JSON_OPTION, marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { describeTally } from '#cli/terminal/describe-tally';
import { describeValues } from '#cli/terminal/describe-values';
import { plot, plotSize } from '#cli/terminal/plot';
import { printJson } from '#cli/terminal/table';
import { formatUtc } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import { FEW_VALUES_TEXT, isFew } from '#core/values/tally';
import { tableOfColumns } from '#exporters/export-table';
import { writeCsv } from '#exporters/write-csv';
import { parseAsOf } from '#service/context';
import { readFromOneState } from '#service/one-state';
import {
  parseSliceRequest,
  type SliceFields,
  type SliceNames,
} from '#service/slices/parse-slice-request';
import { requireKnownBy } from '#service/slices/require-known-by';
import { type SettledSlice, settleSlice } from '#service/slices/settle-slice';
import { readSliceTable, type SliceTable } from '#service/slices/slice-table';

const text = (value: string, summary: string) => ({ type: 'string', value, summary }) as const;

/** The option that gives each field. */
const OPTIONS: SliceNames = {
  daysAhead: 'days-ahead',
  hoursAhead: 'hours-ahead',
  delivery: 'delivery',
  issuedAt: 'issued-at',
  issuedBefore: 'issued-before',
  issuedAfter: 'issued-after',
  zone: 'zone',
  source: 'source',
  knownBy: 'known-by',
  pick: 'pick',
  currency: 'currency',
  bands: 'bands',
  level: 'level',
  quantile: 'quantile',
  actual: 'actual',
};

/** What refusals call each field. */
const OPTION_NAMES = Object.fromEntries(
  Object.entries(OPTIONS).map(([field, option]) => [field, `--${option}`]),
) as unknown as SliceNames;

export const sliceCommand: Command = {
  name: 'slice',
  summary:
    'Show what was forecast a number of days or hours ahead: a plot and figures, CSV or JSON.',
  usage:
    'SERIES --days-ahead N | --hours-ahead N | --delivery TIME [--from DATE] [--to DATE]\n  [--issued-before HH:MM] [--source NAME] [--actual] [--csv | --json]',
  options: {
    'days-ahead': text('N', '0 to 14: market days from the run to the interval.'),
    'hours-ahead': text(
      'N',
      '0 to 336: at least this number of hours from the run to the interval.',
    ),
    delivery: text('TIME', 'One interval in every run; --from and --to bound the issue times.'),
    from: text('DATE', 'today-7, week-1, 2026-W46, 9 Nov 2026 or an instant. Default: all.'),
    to: text('DATE', 'The same; included. Default: all.'),
    'issued-at': text('HH:MM', 'Only runs issued in this minute of the day.'),
    'issued-before': text('HH:MM', 'Only runs issued before this time of day.'),
    'issued-after': text('HH:MM', 'Only runs issued at this time of day or later.'),
    zone: text('NAME', 'Time zone of these times. Default: the market’s.'),
    source: text('NAME', 'Only runs of this source.'),
    'known-by': text('HH:MM', 'Only what was recorded by this time of the issue day.'),
    pick: text('WORD', 'latest (default) or earliest of the runs that fit.'),
    'as-of': text('TIME', 'As it would have been answered then.'),
    resolution: text('KEYWORD', 'hour, day, week, …, peak, … Default: native.'),
    aggregation: text('NAME', 'Average (default), Sum, Min, Max or Count.'),
    ...COMPLETENESS_OPTIONS,
    currency: text('CODE', 'Prices in this currency.'),
    bands: { type: 'boolean', summary: 'Add the bounds of each band to CSV and JSON.' },
    level: text('LIST', 'Add the bands of these levels: 50,95. From 1 to 98 %.'),
    quantile: text('LIST', 'Add these quantiles: 10,50,90. From 1 to 99 %.'),
    actual: { type: 'boolean', summary: 'Add the actual values, and forecast less actual.' },
    csv: { type: 'boolean', summary: 'Print rows with the run of each value, in UTC.' },
    ...JSON_OPTION,
    ...STORE_OPTION,
  },
  notes: `
Each interval takes its value from one run. If no run fits, it has none: never that of another lead.

For example: gridtide slice dehrprice --days-ahead 1 --issued-before 12:00 --from month-1 --to month-1 --actual`,
  async run(args, io) {
    const [seriesId] = takePositionals(args, 'SERIES') as [string];
    const flags = new Set(['bands', 'actual']);
    const fields = Object.fromEntries(
      Object.entries(OPTIONS).map(([field, option]) => {
        return [field, flags.has(field) ? String(args.flag(option)) : args.text(option)];
      }),
    ) as SliceFields;
    const { settled, table, zone } = await withStore(args, io, async (store) => {
      const market = await marketOf(store, io);
      const present = { store, ...market };
      const now = io.now();
      const asOf = parseAsOf(args.text('as-of'), '--as-of', now, market.zone);
      const asked = {
        seriesId,
        from: args.text('from'),
        to: args.text('to'),
        resolution: args.text('resolution'),
        aggregation: args.text('aggregation'),
        detail: readDetailOptions(args),
        names: SERIES_OPTION_NAMES,
      };
      const request = parseSliceRequest(asked, fields, present, asOf ?? now, OPTION_NAMES);
      return readFromOneState(present, asOf, '--as-of', async (past) => {
        const settled = await settleSlice(request, OPERATOR, past);
        await requireKnownBy(settled, present, past);
        const most = OPERATOR.plan.pointsPerAnswer;
        return { settled, table: await readSliceTable(settled, most, past), zone: market.zone };
      });
    });
    if (args.flag('csv')) await printCsv(table, io);
    else if (args.flag('json')) printJson(rowsOf(table), io);
    else printSlice(settled, table, zone, io);
    return DONE;
  },
};

async function printCsv({ times, columns, names }: SliceTable, { stdout }: Io): Promise<void> {
  for await (const piece of writeCsv(tableOfColumns(times, columns, names)))
    stdout.write(piece.toString());
}

/** One object for each row. */
function rowsOf({ times, columns, names }: SliceTable): Record<string, unknown>[] {
  return Array.from(times, (time, row) => {
    const cells = columns.map(({ name, kind, values }) => {
      const value = values[row]!;
      if (!Number.isFinite(value)) return [name, null];
      if (kind === 'time') return [name, formatUtc(value)];
      return [name, kind === 'name' ? names[value] : value];
    });
    return { time: formatUtc(time), ...Object.fromEntries(cells) };
  });
}

function printSlice({ series }: SettledSlice, table: SliceTable, zone: Zone, { stdout }: Io): void {
  const { times, columns, names } = table;
  const [value] = columns;
  if (!value || times.length === 0)
    throw new CommandFault(`nothing to show: no run of ${series.code} reaches into the span`);
  const { values } = value;
  stdout.write(`${series.code}  ${series.description}\n`);
  stdout.write(`\n${plot({ times, values }, plotSize(stdout)).join('\n')}\n\n`);
  const ends = [times[0]!, times.at(-1)!].map((time) => formatMarket(time, zone));
  stdout.write(
    `from ${ends[0]} to ${ends[1]} (${zone.name}), runs of ${names.join(', ') || 'none'}\n`,
  );
  stdout.write(`${describeValues(values)}\n`);
  if (table.tally) stdout.write(`${describeTally(times, table.tally, zone)}\n`);
  const error = columns.find(({ name }) => name === 'error');
  if (error) stdout.write(`${describeErrors(error.values)}\n`);
}

function describeErrors(errors: Float64Array): string {
  const known = errors.filter((error) => !Number.isNaN(error));
  if (known.length === 0) return 'no actual value beside any of them';
  const mean = (of: (error: number) => number) =>
    (known.reduce((sum, error) => sum + of(error), 0) / known.length).toFixed(2);
  const few = isFew(known.length) ? ` (${FEW_VALUES_TEXT})` : '';
  return `mean absolute error ${mean(Math.abs)}, bias ${mean((error) => error)} over ${known.length} values${few}`;
}
