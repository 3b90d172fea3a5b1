// docs/reference/keywords.md: every keyword with what it comes to at a stated now.

import { AREAS } from '#core/market/areas';
import { CATEGORIES } from '#core/market/categories';
import { CURRENCIES } from '#core/market/currency';
import { gridOf } from '#core/time/grid';
import { formatUtc, type Instant } from '#core/time/instant';
import { DAY_KEYWORDS, SERIES_KEYWORDS } from '#core/time/keywords';
import { formatMarket } from '#core/time/market-text';
import { parseMoment, settleMoment } from '#core/time/moment';
import { RESOLUTIONS, resolutionOf } from '#core/time/resolution';
import type { Span } from '#core/time/span';
import { findZone } from '#core/time/zone';
import { AGGREGATIONS, type Aggregation } from '#core/values/aggregation';
import { DEFAULT_BLOCKS, describeHours } from '#core/values/blocks';
import { RESAMPLE_KEYWORDS } from '#core/values/reduction';
import { code, page, table } from './markdown.ts';

const ZONE = findZone('Europe/Berlin')!;
const NOW = Date.parse('2024-05-17T10:00:00+02:00');
const HOUR_GRID = gridOf(resolutionOf('hour'), ZONE);

/** An hourly series for the keywords that need one. */
const SERIES = {
  grid: HOUR_GRID,
  firstIndex: HOUR_GRID.indexOf(Date.parse('2021-01-01T00:00:00+01:00')),
  lastIndex: HOUR_GRID.indexOf(Date.parse('2024-05-17T09:00:00+02:00')),
};

const spanOf = (text: string, now: Instant, occurrence: 'first' | 'second' = 'first'): Span =>
  settleMoment(parseMoment(text, 'docs', now, ZONE, occurrence), SERIES, ZONE)!;

const dateOf = (instant: Instant): string => formatMarket(instant, ZONE).slice(0, 10);

/** `2024-05-17`, or `2024-05-01 … 2024-05-31`. */
function daysOf(text: string, now: Instant): string {
  const { start, end } = spanOf(text, now);
  const [first, last] = [dateOf(start), dateOf(end - 1)];
  return first === last ? first : `${first} … ${last}`;
}

const dayKeywords = (): string =>
  table(
    ['keyword', 'names', 'a shift counts', 'on 2024-05-17', 'with a shift'],
    DAY_KEYWORDS.map(({ name, meaning, shiftUnit }) => [
      code(name),
      meaning,
      `${shiftUnit}s`,
      daysOf(name, NOW),
      `${code(`${name}-1`)}: ${daysOf(`${name}-1`, NOW)}`,
    ]),
  );

const seriesKeywords = (): string =>
  table(
    ['keyword', 'names', 'a shift counts', 'comes to', 'with a shift'],
    SERIES_KEYWORDS.map(({ name, meaning, shiftUnit }) => {
      const shifted = name === 'first' ? 'first+24' : 'last-24';
      return [
        code(name),
        meaning,
        `${shiftUnit}s`,
        formatMarket(spanOf(name, NOW).start, ZONE),
        `${code(shifted)}: ${formatMarket(spanOf(shifted, NOW).start, ZONE)}`,
      ];
    }),
  );

const EDGES: readonly (readonly [now: string, keyword: string, why: string])[] = [
  ['2024-05-17T23:30:00+02:00', 'today', 'UTC agrees on the day'],
  ['2024-05-18T00:30:00+02:00', 'today', 'in UTC it is still the 17th'],
  ['2024-05-19T12:00:00+02:00', 'monday', 'Sunday: Monday lies six days back'],
  ['2024-05-20T12:00:00+02:00', 'sunday', 'Monday: Sunday lies six days ahead'],
  ['2024-12-31T12:00:00+01:00', 'eow', 'the week runs into the next year'],
  ['2024-12-31T12:00:00+01:00', 'week', 'the first ISO week of 2025'],
  ['2024-02-10T12:00:00+01:00', 'eom', 'a leap year'],
  ['2024-03-31T12:00:00+02:00', 'month-1', 'the month before, not 31 days back'],
  ['2024-08-31T12:00:00+02:00', 'bohy', 'the last day of a hydrological year'],
  ['2024-09-01T12:00:00+02:00', 'bohy', 'the first day of the next'],
  ['2024-09-01T12:00:00+02:00', 'eohy', 'the first day of the next'],
];

const edges = (): string =>
  table(
    ['now (market time)', 'keyword', 'comes to', 'note'],
    EDGES.map(([now, keyword, why]) => [
      formatMarket(Date.parse(now), ZONE),
      code(keyword),
      daysOf(keyword, Date.parse(now)),
      why,
    ]),
  );

const ABSOLUTE: readonly (readonly [text: string, names: string])[] = [
  ['2024', 'a year'],
  ['2024-05', 'a month'],
  ['2024-W20', 'an ISO week'],
  ['2026-W53', 'the last week of a year with 53'],
  ['Q1 2024', 'a quarter, also `2024-Q1`'],
  ['2024-05-17', 'a day'],
  ['2024/05/17', 'a day'],
  ['2024-05-17T10:00', 'an instant of market time'],
  ['2024-05-17 10:00:30', 'the same with a blank and seconds'],
  ['2024-05-17T10:00:30.250', 'the same with a fraction'],
  ['2024-05-17T10:00Z', 'an instant of UTC'],
  ['2024-05-17T10:00+03:00', 'an instant with its offset'],
  ['2024-10-27T02:30', 'a wall time that comes twice: the first in From, the second in To'],
  ['2024-03-31T02:30', 'a wall time that does not exist: the instant the clock jumps to'],
];

const WRITTEN: readonly (readonly [text: string, note: string])[] = [
  ['17 May 2024', 'also `17. May 2024`, `17-May-2024`, `May 17, 2024`'],
  ['Fri 17 May 2024', 'a weekday that is not the date’s own is refused, naming the right one'],
  ['Fri 17 May 2024, 10:00', 'as the explorer prints a time'],
  ['17.05.2024', 'with dots the day is first, also `17.5.2024`'],
  ['Freitag, 17. Mai 2024', 'German'],
  ['17 mai 2024', 'French and Norwegian'],
  ['May 2024', 'a month'],
];

const writtenForms = (): string =>
  table(
    ['written', 'comes to', 'note'],
    WRITTEN.map(([text, note]) => {
      const { start, end } = spanOf(text, NOW);
      const comesTo = end - start > 1 ? daysOf(text, NOW) : formatMarket(start, ZONE);
      return [code(text), comesTo, note];
    }),
  );

const utcWithMs = (instant: Instant): string =>
  instant % 1000 === 0 || (instant + 1) % 1000 === 0
    ? formatUtc(instant)
    : `${formatUtc(instant).slice(0, -1)}.${String(instant % 1000).padStart(3, '0')}Z`;

const absoluteForms = (): string =>
  table(
    ['written', 'names', 'as From, UTC', 'as To (included), UTC'],
    ABSOLUTE.map(([text, names]) => [
      code(text),
      names,
      utcWithMs(spanOf(text, NOW, 'first').start),
      utcWithMs(spanOf(text, NOW, 'second').end - 1),
    ]),
  );

const resampling = (): string =>
  table(
    ['keyword', 'returns', 'key of a value'],
    RESAMPLE_KEYWORDS.map(({ name, meaning, to }) => [
      code(name),
      meaning,
      to ? `start of the ${to.name}` : 'as stored',
    ]),
  );

const extraction = (): string =>
  table(
    ['keyword', 'hours, `[from, to)`', 'returns'],
    DEFAULT_BLOCKS.map((block) => [code(block.name), describeHours(block), block.meaning]),
  );

const AGGREGATION_MEANINGS: Record<Aggregation, string> = {
  Average: 'The mean; each value weighs as long as its own interval lasts',
  Sum: 'The sum of the values',
  Min: 'The smallest value',
  Max: 'The largest value',
  Count: 'The number of values',
};

const aggregations = (): string =>
  table(
    ['Aggregation', 'each bucket becomes'],
    AGGREGATIONS.map((name) => [code(name), AGGREGATION_MEANINGS[name]]),
  );

const resolutions = (): string =>
  table(
    [
      '`resolution` (v1)',
      '`Resolution` (number)',
      '`resolution_name`',
      '`Meta.resolution`',
      'ISO 8601',
    ],
    RESOLUTIONS.map(({ adverb, code: number, name, title, iso }) => [
      code(adverb),
      String(number),
      code(name),
      code(title),
      iso,
    ]),
  );

export const keywordsPage = (): string =>
  page(
    '# Keywords',
    '<!-- Generated by `npm run docs` from the tables in src/core. Do not edit. -->',
    'What may be written in `FromDateTime`, `ToDateTime`, `Resolution` and `Aggregation` of `POST /api/fundamental/series`, and in `from`, `to`, `resolution` and `aggregation` of `GET /api/v1/series/{seriesId}`. Case and surrounding blanks do not matter.',
    `All examples: market time is ${ZONE.name}, and now is Friday, ${formatMarket(NOW, ZONE)}.`,
    '## Dates by keyword',
    'A keyword names a **period** of market time. From takes its first instant, To its last: `today` to `today` is the whole of today, `month-1` to `month-1` all of last month, `boy` to `eoy` the whole year.\n\nA keyword may be followed by a shift: a sign and one to four digits, such as `-7` or `+7`. Blanks beside the sign do not matter. A blank instead of the sign is a plus (up to three digits), because that is what becomes of `?to=today+7` in an address; only `week 46` is refused, because it may mean `2024-W46`. The shift counts in the keyword’s own unit. Weeks are ISO weeks and begin on Monday. The hydrological year runs from 1 September to 31 August.',
    dayKeywords(),
    '### Keywords that need a series',
    `The example series is hourly, begins on ${formatMarket(spanOf('first', NOW).start, ZONE)} and has its last observed value at ${formatMarket(spanOf('last', NOW).start, ZONE)}.`,
    seriesKeywords(),
    '### At the edges',
    edges(),
    '## Dates and instants',
    'A year, a quarter, a month, a week or a day names a period, as a keyword does. A date with a time of day names an instant, which is included at both ends. Without `Z` or an offset it is market time. The years 1 to 9999 are allowed.',
    absoluteForms(),
    'The `To` column shows the last second that is included; an instant includes itself and nothing after it.',
    '### Dates as people write them',
    'Names of months and weekdays may be English, German, French or Norwegian, whole or cut to three letters or more. The year has four digits. A date that may mean two days (`11/12/2024`) is refused, and the refusal names both.',
    writtenForms(),
    '### Left out',
    '`From` left out is the series’ first time stamp. `To` left out is its last, or the end of its newest forecast run if that is later.',
    '## Resampling',
    'The span is applied first. Then each value falls into the bucket of market time that its time stamp lies in. A keyword that is finer than the series’ own resolution returns the values as stored. A day on which the clock changes has 23 or 25 hours, and an average is over its real hours.',
    resampling(),
    'Left out or empty is the same as `native`.',
    '## Extraction',
    'One value a day, from the hours of a block. An hour belongs to a block if its start does. A series needs one value an hour, or finer. `BLOCK_HOURS` changes the hours (see [settings](settings.md)); `offpeakweek` and `peakweek` follow. `Meta.hours` of an answer says which hours were used.',
    extraction(),
    '## Aggregation',
    aggregations(),
    'Gaps never count. A bucket without any value is `null`, also with `Count`.',
    '## Resolutions by their names',
    'The forecast interface takes the first column in `resolution`, in any case. The others are what the fundamental interface calls the same thing.',
    resolutions(),
    '## Areas, categories and currencies of the forecast interface',
    table(
      ['area', 'description'],
      AREAS.map(({ code: area, description }) => [code(area), description]),
    ),
    table(
      ['balanceCategory', 'description', 'unit'],
      CATEGORIES.map(({ name, description, unit }) => [code(name), description, unit]),
    ),
    `Currencies: ${CURRENCIES.map(code).join(', ')}. They apply to prices only.`,
  );
