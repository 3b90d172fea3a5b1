// Forecasts for a picture: the run of the address with its bands, the runs before it and the actual values.

import type { ForecastAnswer } from '#contract/forecast';
import type { BandsAnswer } from '#contract/forecast-bands';
import { Refusal } from '#core/errors';
import { seriesIdOf } from '#core/market/categories';
import { currencyOfUnit } from '#core/market/currency';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { RESOLUTIONS } from '#core/time/resolution';
import { type PanelReading, readColumns } from '#http/pictures/read-columns';
import { writeBands } from '#http/writers/write-bands';
import { writeForecast, writeForecasts } from '#http/writers/write-forecast';
import type { ForecastData } from '#pictures/views/forecasts-view';
import { listIssueTimes } from '#service/forecasts/list-runs';
import {
  type ForecastAsked,
  parseForecastRequest,
} from '#service/forecasts/parse-forecast-request';
import { readForecastBands } from '#service/forecasts/read-bands';
import { readForecast, readForecasts } from '#service/forecasts/read-forecast';
import { type ForecastTask, settleForecast } from '#service/forecasts/settle-forecast';
import { readFromOneState } from '#service/one-state';
import { findReadable, listSources } from '#service/slices/list-sources';
import type { ForecastsView } from '#view/address/forecasts-address';
import { normalRun, type OfferedRuns, offerRuns } from '#view/runs/offered-runs';
import { bandsOf, FAN_PERCENTS } from '#view/runs/run-bands';
import { type Run, runOf } from '#view/runs/run-difference';
import { endTimeOf, lastObservedOf } from '#view/values/series-facts';

const ACTUAL_DAYS = 3;
const LONGEST_LEAD_MS = 28 * DAY_MS;
const MOST_BESIDE = 3;

interface Subject {
  readonly asked: ForecastAsked;
  readonly source: string;
  readonly unit: string;
  readonly sources: readonly { readonly source: string; readonly first: number }[];
  readonly offered: OfferedRuns | undefined;
}

/** What is drawn; a text says why nothing is. */
export async function readForecastData(
  view: ForecastsView,
  reading: PanelReading,
): Promise<ForecastData | string> {
  const subject = await findSubject(view, reading);
  const { offered, source, unit } = subject;
  if (!offered) return view.run === '' ? 'No run is stored yet.' : 'No run this old is stored.';
  const { run, bands } = await readRun(subject, offered, reading);
  if (!run) return 'This run has no values.';
  return {
    ...{ source, unit, run, bands },
    isNewest: offered.chosen === offered.newest,
    older: await readOlder(subject, offered, reading),
    beside: await readBeside(view, subject, offered, reading),
    actuals: await readActuals(view, offered, reading),
  };
}

function findSubject(view: ForecastsView, { context, caller }: PanelReading): Promise<Subject> {
  const { area, category } = view;
  const request = parseForecastRequest({ area, balanceCategory: category });
  return Promise.resolve(
    readFromOneState(context, undefined, 'asOf', async (present) => {
      const series = await findReadable(seriesIdOf(area, category), caller, present);
      const sources = await listSources(series, present);
      const source = view.source || (sources[0]?.source ?? '');
      const times = sources.some((one) => one.source === source)
        ? await listIssueTimes(present.store, request.area, request.category, source)
        : [];
      const currency = currencyOfUnit(series.unit);
      return {
        asked: { area, balanceCategory: category, source, ...(currency && { currency }) },
        ...{ source, unit: series.unit, sources },
        offered: offerRuns(times.map(formatUtc), normalRun(view.run)),
      };
    }),
  );
}

/** Reads runs as the routes of forecasts answer them, as they were known at `asOf` if it is given. */
export async function readRuns<T>(
  asked: ForecastAsked,
  { caller, context }: PanelReading,
  make: (task: ForecastTask, ...rest: [typeof caller, typeof context]) => Promise<Iterable<Buffer>>,
  asOf?: Instant,
): Promise<T> {
  const request = parseForecastRequest(asked);
  const slices = await readFromOneState(context, asOf, 'asOf', async (present) =>
    make(await settleForecast('short-term', request, caller, present), caller, present),
  );
  return JSON.parse(Buffer.concat([...slices]).toString());
}

/** Makes the answer of a run with its fan of quantiles, or with its bands if the plan allows no more. */
export async function makeBands(
  ...task: [ForecastTask, PanelReading['caller'], PanelReading['context']]
): Promise<Iterable<Buffer>> {
  try {
    const fan = { levels: undefined, percents: FAN_PERCENTS };
    return writeBands(await readForecastBands(...task, fan));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'too_many_points')) throw error;
    return writeBands(await readForecastBands(...task));
  }
}

/** A run may begin a day before its issue. */
const startOf = (issueTime: string): string => formatUtc(Date.parse(issueTime) - DAY_MS);

async function readRun({ asked }: Subject, { chosen }: OfferedRuns, reading: PanelReading) {
  const own = {
    ...asked,
    ...{ issueTime: chosen, startDate: startOf(chosen), resolution: RESOLUTIONS[0]!.adverb },
  };
  const answer = await readRuns<BandsAnswer>(own, reading, makeBands);
  return { run: runOf(answer), bands: bandsOf(answer) };
}

async function readOlder(
  { asked }: Subject,
  { older }: OfferedRuns,
  reading: PanelReading,
): Promise<Run[]> {
  const [newest, oldest] = [older[0], older.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const range = { fromIssueTime: oldest, toIssueTime: newest, startDate: startOf(oldest) };
  const answers = await readRuns<ForecastAnswer[]>(
    { ...asked, ...range },
    reading,
    async (...task) => writeForecasts(await readForecasts(...task)),
  );
  return answers.flatMap((answer) => runOf(answer) ?? []).reverse();
}

/** The newest runs of other sources; those at the time of a fixed run. */
async function readBeside(
  view: ForecastsView,
  { asked, source, sources }: Subject,
  { chosen }: OfferedRuns,
  reading: PanelReading,
): Promise<ForecastData['beside']> {
  const found: { source: string; run: Run }[] = [];
  const until = view.run === '' ? undefined : chosen;
  for (const other of view.beside.filter((one) => one !== source).slice(0, MOST_BESIDE)) {
    const facts = sources.find((one) => one.source === other);
    if (!facts || (until !== undefined && facts.first > Date.parse(until))) continue;
    const query = { ...asked, source: other, startDate: startOf(chosen), issueTime: until };
    const answer = await readRuns<ForecastAnswer>(query, reading, async (...task) =>
      writeForecast(await readForecast(...task)),
    );
    const run = runOf(answer);
    if (run) found.push({ source: other, run });
  }
  return found;
}

async function readActuals(
  { area, category }: ForecastsView,
  { chosen, older }: OfferedRuns,
  reading: PanelReading,
): Promise<ForecastData['actuals']> {
  const { now, context } = reading;
  const market = context.zone;
  const from = Math.min(now - ACTUAL_DAYS * DAY_MS, Date.parse(older.at(-1) ?? chosen));
  const query = {
    from: formatUtc(market.startOfDay(market.dayOf(from))),
    to: formatUtc(now + LONGEST_LEAD_MS),
    resolution: 'hour',
  };
  const answer = await readColumns(seriesIdOf(area, category), query, reading);
  const last = lastObservedOf(answer) ?? Number.NEGATIVE_INFINITY;
  // The values after the last observed one come from the newest runs.
  const count = answer.times.filter((time) => time <= last).length;
  const [times, values] = [answer.times.slice(0, count), answer.values.slice(0, count)];
  return { times, values, endTime: endTimeOf({ ...answer, times }, market) };
}
