// Reads the runs of a range of issue times, in parts if they are too many for one answer.

import type { ForecastAnswer, MultiForecastQuery } from '#contract/forecast';
import { ApiError } from '../api-error.ts';
import type { ForecastsClient } from '../forecasts-client.ts';
import type { ReadOptions } from '../transport.ts';

const isTooLong = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_points';

/** Resolves to every run of the range, the oldest first. */
export async function readManyRuns(
  forecasts: ForecastsClient,
  query: MultiForecastQuery,
  options: ReadOptions,
): Promise<ForecastAnswer[]> {
  try {
    return await forecasts.shortTermRuns(query, options);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const { area, balanceCategory, source, asOf, fromIssueTime, toIssueTime } = query;
    const [first, last] = [readIssueTime(fromIssueTime), readIssueTime(toIssueTime)];
    const all = await forecasts.issueTimes({ area, balanceCategory, source, asOf }, options);
    // An end that is left out is NaN, and leaves out no run.
    const times = all.reverse().filter((time) => {
      const issued = Date.parse(time);
      return !(issued < first) && !(issued > last);
    });
    if (times.length < 2) throw error;
    return readHalves(forecasts, query, times, options);
  }
}

/** What the server takes for an issue time: UTC if it has no zone, and dots from spreadsheets of some countries. */
const FORM =
  /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[tT ](\d{2})[:.](\d{2})(?:[:.](\d{2}(?:\.\d{1,9})?))?([zZ]|[+ -]\d{2}:?\d{2})?)?$/;

/** The instant of an end that the server accepted; NaN if it is left out. */
function readIssueTime(given = ''): number {
  const text = given.includes('%') ? decodeURIComponent(given) : given;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] =
    FORM.exec(text.trim()) ?? [];
  const offset = zone.replace(' ', '+').replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset.toUpperCase()}`);
}

async function readHalves(
  forecasts: ForecastsClient,
  query: MultiForecastQuery,
  times: readonly string[],
  options: ReadOptions,
): Promise<ForecastAnswer[]> {
  const half = times.length >> 1;
  const runs: ForecastAnswer[] = [];
  for (const part of [times.slice(0, half), times.slice(half)]) {
    const between = { ...query, fromIssueTime: part[0]!, toIssueTime: part.at(-1)! };
    try {
      runs.push(...(await forecasts.shortTermRuns(between, options)));
    } catch (error) {
      if (!isTooLong(error) || part.length < 2) throw error;
      runs.push(...(await readHalves(forecasts, query, part, options)));
    }
  }
  return runs;
}
