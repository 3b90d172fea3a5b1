// Which series a command means, and which values of each.

import { checkPattern, mayRead } from '#accounts/plans';
import { CommandFault } from '#cli/command/command';
import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { type Moment, parseMoment, settleMoment } from '#core/time/moment';
import { indicesIn, intersect, isEmpty } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { SeriesSpan } from '#exporters/series-span';
import { gridOfSeries } from '#service/context';
import { findSeriesOrRefuse } from '#service/series/find-series';
import type { SeriesRecord } from '#store/series-record';
import type { SeriesReader } from '#store/series-store';

const PAGE = 1_000;
const NOTHING = { start: 0, end: 0 };

/** The series that match any pattern, in order of code; refuses a pattern that matches none. */
export async function findByPatterns(
  store: SeriesReader,
  given: readonly string[],
): Promise<SeriesRecord[]> {
  const patterns = (given.length === 0 ? ['*'] : given).map(checkPattern);
  const prefix = sharedBeginning(patterns.map((pattern) => pattern.split('*', 1)[0]!));
  const found: SeriesRecord[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await store.searchSeries({
      prefix,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.filter(({ code }) => mayRead({ patterns }, code)));
    if (page.length < PAGE) break;
    after = page.at(-1)!.code;
  }
  for (const pattern of patterns) await requireMatch(store, pattern, found);
  return found;
}

async function requireMatch(
  store: SeriesReader,
  pattern: string,
  found: readonly SeriesRecord[],
): Promise<void> {
  const only = { patterns: [pattern] };
  if (found.some(({ code }) => mayRead(only, code))) return;
  await refuseUnmatched(store, pattern);
}

/** Refuses a pattern that no series matches. */
export async function refuseUnmatched(store: SeriesReader, pattern: string): Promise<never> {
  if (!pattern.includes('*')) await findSeriesOrRefuse(store, pattern, 'PATTERN');
  throw new CommandFault(`no series matches ${quoteGiven(pattern)}`);
}

function sharedBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  while (others.some((other) => !other.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, length);
}

/** The ends of a span as they are given; either may be left out. */
export interface AskedSpan {
  readonly from: Moment | undefined;
  readonly to: Moment | undefined;
}

/** Reads `--from` and `--to`, with the interfaces' keywords. */
export function readSpan(
  from: string | undefined,
  to: string | undefined,
  now: Instant,
  zone: Zone,
): AskedSpan {
  const start = from === undefined ? undefined : parseMoment(from, '--from', now, zone, 'first');
  const end = to === undefined ? undefined : parseMoment(to, '--to', now, zone, 'second');
  if (start && end && 'start' in start && 'start' in end && start.start >= end.end) {
    throw refuseField('span_reversed', '--from', '--from is after --to');
  }
  return { from: start, to: end };
}

/** The observed values of a series that lie in the span. */
export function spanOf(series: SeriesRecord, { from, to }: AskedSpan, zone: Zone): SeriesSpan {
  const grid = gridOfSeries(series, zone);
  const { firstIndex, lastIndex } = series;
  if (firstIndex === null || lastIndex === null) return { series, grid, indices: NOTHING };
  const extent = { grid, firstIndex, lastIndex };
  const start = from ? settleMoment(from, extent, zone)!.start : grid.startOf(firstIndex);
  const end = to ? settleMoment(to, extent, zone)!.end : grid.startOf(lastIndex) + 1;
  const indices = intersect(indicesIn(grid, { start, end }), {
    start: firstIndex,
    end: lastIndex + 1,
  });
  return { series, grid, indices: isEmpty(indices) ? NOTHING : indices };
}
