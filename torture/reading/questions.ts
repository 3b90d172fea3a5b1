// What readers ask: every kind of answer with values, over ever other spans, now and as of a known instant.

import { HOUR_MS, type Instant } from '#core/time/instant';
import type { BenchRequest } from '../../harness/load/request-bytes.ts';
import type { Random } from '../../harness/random.ts';
import { FIRST, LONG, PAIR } from './written-store.ts';

export interface WrittenQuestion {
  readonly kind: string;
  readonly request: BenchRequest;
  /** Whether it is about the long series. The others are always of one state together. */
  readonly isLong: boolean;
  /** The instant as of which it is asked. */
  readonly asOf: Instant | undefined;
}

const FORECAST = '/api/v1/power-balance-forecast/short-term';
/** One in this many asks as of an earlier instant, and one for a span that a thread answers. */
const PAST_EVERY = 8;
const LARGE_EVERY = 100;
const LARGEST_SMALL = 300;

interface Span {
  readonly from: string;
  readonly to: string;
}

function spanIn(hours: number, random: Random): Span {
  const isLarge = random.below(LARGE_EVERY) === 0;
  const first = isLarge ? random.below(1_000) : random.below(hours);
  const length = isLarge ? hours : 1 + random.below(LARGEST_SMALL);
  const at = (hour: number): string => new Date(FIRST + hour * HOUR_MS).toISOString();
  return { from: at(first), to: at(first + length) };
}

type Ask = (random: Random, asOf: string | undefined) => Omit<WrittenQuestion, 'kind' | 'asOf'>;

const [{ code: FIRST_OF_PAIR, hours: PAIR_HOURS }] = PAIR;

const get = (path: string, asOf: string | undefined): BenchRequest => ({
  method: 'GET',
  path: asOf === undefined ? path : `${path}&asOf=${asOf}`,
});

function postSeries(fields: object, { from, to }: Span, asOf: string | undefined): BenchRequest {
  const body = { ...fields, FromDateTime: from, ToDateTime: to, TimeZone: 'UTC' };
  const path = 'SeriesIds' in fields ? '/api/fundamental/series/multi' : '/api/fundamental/series';
  return { method: 'POST', path, body: asOf === undefined ? body : { ...body, AsOf: asOf } };
}

const document =
  (format: string): Ask =>
  (random, asOf) => {
    const { from, to } = spanIn(LONG.hours, random);
    const path = `/api/v1/series/${LONG.code}?format=${format}&from=${from}&to=${to}`;
    return { request: get(path, asOf), isLong: true };
  };

const forecast =
  (path: string): Ask =>
  (random, asOf) => {
    // A day of the run, begun at ever other hours: otherwise every answer would be a kept one.
    const start = FIRST + (PAIR_HOURS + random.below(48)) * HOUR_MS;
    const [from, to] = [start, start + 24 * HOUR_MS].map((at) => new Date(at).toISOString());
    return { request: get(`${path}&startDate=${from}&endDate=${to}`, asOf), isLong: false };
  };

const KINDS: Readonly<Record<string, Ask>> = {
  series: (random, asOf) => ({
    request: postSeries({ SeriesId: LONG.code }, spanIn(LONG.hours, random), asOf),
    isLong: true,
  }),
  'series by days': (random, asOf) => ({
    request: postSeries(
      { SeriesId: LONG.code, Resolution: 'day' },
      spanIn(LONG.hours, random),
      asOf,
    ),
    isLong: true,
  }),
  'observed and run': (random, asOf) => ({
    request: postSeries({ SeriesId: FIRST_OF_PAIR }, spanIn(PAIR_HOURS + 48, random), asOf),
    isLong: false,
  }),
  multi: (random, asOf) => ({
    request: postSeries(
      { SeriesIds: PAIR.map(({ code }) => code) },
      spanIn(PAIR_HOURS, random),
      asOf,
    ),
    isLong: false,
  }),
  columns: document('columns'),
  csv: document('csv'),
  'short-term': forecast(`${FORECAST}?area=DE`),
  multiseries: forecast(`${FORECAST}/multiseries?area=DE`),
  bands: forecast(`${FORECAST}/bands?area=DE`),
};

export const KIND_NAMES = Object.keys(KINDS);

/** `knownAt` are instants at which the states are known: of the long series, and of the pair. */
export function nextQuestion(
  random: Random,
  knownAt: { readonly long: Instant; readonly pair: Instant },
): WrittenQuestion {
  const kind = random.pick(KIND_NAMES);
  const isPast = random.below(PAST_EVERY) === 0;
  const ask = KINDS[kind]!;
  const { isLong } = ask(random, undefined);
  const asOf = isPast ? (isLong ? knownAt.long : knownAt.pair) : undefined;
  const made = ask(random, asOf === undefined ? undefined : new Date(asOf).toISOString());
  return { kind, ...made, asOf };
}
