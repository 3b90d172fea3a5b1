// Points in few words: figures over all of them, at most 400 of them, and the address of the rest.

import { formatUtc, type Instant } from '#core/time/instant';
import { formatMarket } from '#core/time/market-text';
import { type Resolution, resolutionOf } from '#core/time/resolution';
import type { Zone } from '#core/time/zone';
import { formatOffset } from '#core/time/zone';
import type { Points } from '#core/values/column';
import { listOf, objectOf, orNull, type ToolSchema, text, whole } from '#http/api/mcp/tools/tool';

/** The most points of an answer: more tell a model less than figures do. */
export const MOST_POINTS = 400;
const USUAL_POINTS = 200;
const DECIMALS = 4;

export const MAX_POINTS = whole(
  `The most points, 1 to ${MOST_POINTS}; ${USUAL_POINTS} by default. Longer spans are shown at a coarser resolution`,
  1,
  MOST_POINTS,
);

export const mostPointsOf = (given: unknown): number =>
  typeof given === 'number' ? given : USUAL_POINTS;

/** A value as it is shown. The address of the rest has it in full. */
export const shown = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(DECIMALS)) : null;

/** A time as it is shown: the date of a day or longer, else market time with its offset. */
export function timeText(instant: Instant, { rank }: Resolution, zone: Zone): string {
  const market = formatMarket(instant, zone);
  if (rank >= resolutionOf('day').rank) return market.slice(0, 10);
  return market.slice(0, 16) + formatOffset(zone.offsetAt(instant), zone);
}

/** An instant that is not the start of an interval. */
export const momentText = (instant: Instant | null | undefined, zone: Zone): string | null =>
  instant === null || instant === undefined
    ? null
    : formatMarket(instant, zone) + formatOffset(zone.offsetAt(instant), zone);

/** An instant for an address. */
export const addressTime = (instant: Instant): string => formatUtc(instant);

const extreme = orNull(objectOf({ time: { type: 'string' }, value: { type: 'number' } }));

export const STATISTICS: ToolSchema = {
  ...objectOf({
    count: { type: 'integer', description: 'Values' },
    gaps: { type: 'integer', description: 'Intervals without a value' },
    mean: orNull({ type: 'number', description: 'Mean of the values' }),
    min: extreme,
    max: extreme,
  }),
  description: 'Over all points of the span at the resolution that was asked for',
};

/** Figures over points. */
export function statisticsOf({ times, values }: Points, resolution: Resolution, zone: Zone) {
  let [sum, count] = [0, 0];
  let [min, max] = [-1, -1];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
    if (min === -1 || value < values[min]!) min = i;
    if (max === -1 || value > values[max]!) max = i;
  }
  const at = (i: number) =>
    i === -1 ? null : { time: timeText(times[i]!, resolution, zone), value: shown(values[i]!) };
  return {
    ...{ count, gaps: values.length - count, mean: count > 0 ? shown(sum / count) : null },
    ...{ min: at(min), max: at(max) },
  };
}

export const POINTS: ToolSchema = objectOf({
  resolution: text('The resolution of these points'),
  times: listOf({ type: 'string' }, 'Starts of intervals, market time'),
  values: listOf({ type: ['number', 'null'] }, 'In the order of times; null is a gap'),
});

/** Points as columns. */
export const columnsOf = ({ times, values }: Points, resolution: Resolution, zone: Zone) => ({
  resolution: resolution.name,
  times: Array.from(times, (time) => timeText(time, resolution, zone)),
  values: Array.from(values, shown),
});

/** The last points. */
export const lastPoints = ({ times, values }: Points, most: number): Points => ({
  times: times.subarray(-most),
  values: values.subarray(-most),
});

/** An address of the server with those fields that are given. */
export function addressOf(
  origin: string,
  path: string,
  fields: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => !!field[1]);
  return `${origin}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}
