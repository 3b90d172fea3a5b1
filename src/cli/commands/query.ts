// gridtide query: a series in the terminal, read by the same path as a request takes.

import { type Command, CommandFault, DONE, type Io, takePositionals } from '#cli/command/command';
import { COMPLETENESS_OPTIONS, readDetailOptions } from '#cli/command/detail-options';
import { OPERATOR } from '#cli/command/operator';
import { SERIES_OPTION_NAMES } from '#cli/command/series-option-names';
import { marketOf, STORE_OPTION, withStore } from '#cli/command/store-option';
import { describeTally } from '#cli/terminal/describe-tally';
import { describeValues } from '#cli/terminal/describe-values';
import { plot, plotSize } from '#cli/terminal/plot';
import { formatMarket } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import { writeCsv } from '#exporters/write-csv';
import { tableOfAnswer } from '#http/writers/write-document';
import { parseSeriesRequest } from '#service/series/parse-series-request';
import { readTask, type SeriesAnswer } from '#service/series/read-series';
import { settleSeries } from '#service/series/settle-series';

export const queryCommand: Command = {
  name: 'query',
  summary: 'Show a series: a small plot and figures, or CSV.',
  usage: 'SERIES [--from DATE] [--to DATE] [--resolution KEYWORD] [--counts] [--complete] [--csv]',
  options: {
    from: {
      type: 'string',
      value: 'DATE',
      summary: 'today-7, week-1, 2026-W46, 9 Nov 2026 or an instant. Default: today-7.',
    },
    to: { type: 'string', value: 'DATE', summary: 'The same; included. Default: the last value.' },
    resolution: {
      type: 'string',
      value: 'KEYWORD',
      summary: 'hour, day, week, …, peak, offpeak, … Default: native.',
    },
    aggregation: {
      type: 'string',
      value: 'NAME',
      summary: 'Average (default), Sum, Min, Max or Count.',
    },
    ...COMPLETENESS_OPTIONS,
    kinds: {
      type: 'boolean',
      summary: 'Add to the CSV whether a value is observed or forecast, and its run.',
    },
    csv: {
      type: 'boolean',
      summary: 'Print time,value rows in UTC instead; a gap is an empty value.',
    },
    ...STORE_OPTION,
  },
  notes: 'For example: gridtide query dehrprice --from month-1 --to month-1 --resolution peak',
  async run(args, io) {
    const [seriesId] = takePositionals(args, 'SERIES') as [string];
    const { answer, zone } = await withStore(args, io, async (store) => {
      const market = await marketOf(store, io);
      const asked = {
        seriesId,
        from: args.text('from') ?? 'today-7',
        to: args.text('to'),
        resolution: args.text('resolution'),
        aggregation: args.text('aggregation'),
        detail: readDetailOptions(args, args.flag('kinds')),
        names: SERIES_OPTION_NAMES,
      };
      return store.snapshot(async (reader) => {
        const context = { store: reader, ...market };
        const request = parseSeriesRequest(asked, context, io.now());
        const task = await settleSeries(request, OPERATOR, context);
        return { answer: await readTask(task, context), zone: market.zone };
      });
    });
    if (args.flag('csv')) await printCsv(answer, io);
    else printSeries(answer, zone, io);
    return DONE;
  },
};

async function printCsv(answer: SeriesAnswer, { stdout }: Io): Promise<void> {
  for await (const piece of writeCsv(tableOfAnswer(answer))) stdout.write(piece.toString());
}

function printSeries(answer: SeriesAnswer, zone: Zone, { stdout }: Io): void {
  const { series, points, resolution, aggregated, hours } = answer;
  const how =
    aggregated === 'None'
      ? 'as stored'
      : `${aggregated.toLowerCase()}${hours ? ` of hours ${hours}` : ''}`;
  stdout.write(
    `${series.code}  ${series.description}\n${series.unit}, one value per ${resolution.name}, ${how}\n`,
  );
  const count = points.times.length;
  if (count === 0) {
    const why =
      series.firstIndex === null ? 'the series has no value' : 'the span misses the series';
    throw new CommandFault(`nothing to show: ${why}`);
  }
  const from = formatMarket(points.times[0]!, zone);
  const to = formatMarket(points.times[count - 1]!, zone);
  stdout.write(`\n${plot(points, plotSize(stdout)).join('\n')}\n\n`);
  stdout.write(`from ${from} to ${to} (${zone.name})\n${describeValues(points.values)}\n`);
  const tally = answer.facts?.tally;
  if (tally) stdout.write(`${describeTally(points.times, tally, zone)}\n`);
}
