// Checks the answer to one moment as both From and To of an hourly series.

import assert from 'node:assert/strict';
import type { Answer } from '../../harness/world/world.ts';

const HOUR_MS = 3_600_000;

/** A moment as text, and the first and last day or instant that it names. */
export interface NamedSpan {
  readonly text: string;
  readonly first: string;
  readonly last: string;
}

/** The first hour of the asked series and one past its last, in milliseconds since 1970. */
export interface SeriesHours {
  readonly start: number;
  readonly end: number;
}

/**
 * Checks the span that the answer names and, for days, its hours. Temporal counts them from the
 * market's first instant to its last; hours outside the series are not in the answer.
 */
export function checkSpan(
  { text, first, last }: NamedSpan,
  answer: Answer,
  market: string,
  series: SeriesHours = { start: -Infinity, end: Infinity },
): void {
  assert.equal(answer.status, 200, `${text}: ${answer.text}`);
  const isDays = /^\d{4}-\d{2}-\d{2}$/.test(first);
  const { Meta, Values } = answer.body;
  const from = isDays ? `${first}T00:00:00` : first;
  const to = isDays ? `${last}T23:59:59` : last;
  assert.deepEqual({ text, from: Meta.from, to: Meta.to }, { text, from, to });
  if (!isDays) return;
  const dawn = (date: Temporal.PlainDate): number => date.toZonedDateTime(market).epochMilliseconds;
  const start = Math.max(series.start, dawn(Temporal.PlainDate.from(first)));
  const end = Math.min(series.end, dawn(Temporal.PlainDate.from(last).add({ days: 1 })));
  const keys = Object.keys(Values);
  if (end <= start) {
    assert.deepEqual({ text, keys }, { text, keys: [] });
    return;
  }
  const hourOf = (key: string | undefined): number => Date.parse(key ?? '');
  assert.deepEqual(
    { text, first: hourOf(keys[0]), last: hourOf(keys.at(-1)), hours: keys.length },
    { text, first: start, last: end - HOUR_MS, hours: (end - start) / HOUR_MS },
  );
}
