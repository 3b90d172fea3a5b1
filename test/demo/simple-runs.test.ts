import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatUtc, HOUR_MS } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import { historyOf, runTimes, SIMPLE_SOURCE, simpleRun } from '#demo/simple-runs';
import { Europe } from '#demo/world/europe';
import { at, berlin, hoursBetween, meanOf, seriesOf } from './market.ts';

const europe = new Europe(berlin, hoursBetween('2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z'));
const NOON = at('2026-11-12T12:00:00Z');
const LATER = at('2026-11-15T02:20:00Z');

test('runs are made at 06:00Z and 12:00Z of the last 14 days', () => {
  const times = runTimes(LATER, null);
  assert.equal(times.length, 28);
  assert.equal(formatUtc(times[0]!), '2026-11-01T06:00:00Z');
  assert.equal(formatUtc(times.at(-1)!), '2026-11-14T12:00:00Z');
  assert.deepEqual(runTimes(at('2026-11-15T06:00:00Z'), times.at(-1)!), [
    at('2026-11-15T06:00:00Z'),
  ]);
  assert.deepEqual(runTimes(LATER, times.at(-1)!), []);
});

test('a run covers the week from market midnight after it, and ends with 00:00Z', () => {
  const { run } = simpleRun(seriesOf('dehrcons'), europe, NOON, LATER)!;
  assert.equal(formatUtc(run.firstIndex * HOUR_MS), '2026-11-12T23:00:00Z');
  assert.equal(run.values.length, 170);
  assert.equal(run.source, SIMPLE_SOURCE);
  assert.ok(run.values.every((value) => Number.isInteger(value) && value > 30_000));
});

test('a run is updated ten minutes after it was made, but never in the future', () => {
  const updatedAt = (now: string) =>
    simpleRun(seriesOf('dehrcons'), europe, NOON, at(now))!.run.updatedAt;
  assert.equal(formatUtc(updatedAt('2026-11-12T12:30:00Z')), '2026-11-12T12:10:00Z');
  assert.equal(formatUtc(updatedAt('2026-11-12T12:04:00Z')), '2026-11-12T12:04:00Z');
});

// Code, time of the run, last hour known at that time.
const KNOWN: readonly (readonly [string, string, string])[] = [
  ['dehrcons', '2026-11-12T06:00:00Z', '2026-11-12T05:00:00Z'],
  ['dehrproduction', '2026-11-12T12:00:00Z', '2026-11-12T11:00:00Z'],
  ['dehrprice', '2026-11-12T06:00:00Z', '2026-11-12T22:00:00Z'],
  ['dehrprice', '2026-11-12T12:00:00Z', '2026-11-13T22:00:00Z'],
];

for (const [code, analyzedAt, lastHour] of KNOWN) {
  test(`a run of ${code} made at ${analyzedAt} uses nothing after ${lastHour}`, () => {
    const asked: IndexSpan[] = [];
    const series = seriesOf(code);
    const watched = {
      ...series,
      generate: (from: Europe, span: IndexSpan) => {
        asked.push(span);
        return series.generate(from, span);
      },
    };
    assert.ok(simpleRun(watched, europe, at(analyzedAt), LATER));
    assert.equal(asked.length, 1);
    assert.equal(formatUtc((asked[0]!.end - 1) * HOUR_MS), lastHour);
  });
}

test('a run repeats last week’s hours, moved to the recent level', () => {
  const series = seriesOf('dehrcons');
  const { run } = simpleRun(series, europe, NOON, LATER)!;
  const known = historyOf(series, NOON, berlin).end;
  const value = (hour: number) => series.generate(europe, { start: hour, end: hour + 1 })[0]!;
  const mean = (start: number) => meanOf(series.generate(europe, { start, end: start + 24 }));
  const level = mean(known - 24) / mean(known - 192);
  // 18:00Z of the first day repeats the week before. For the last hour that is not known yet, so that it
  // repeats the day before that.
  for (const [i, hoursBack] of [
    [19, 168],
    [169, 192],
  ] as const) {
    const hour = run.firstIndex + i;
    const usual = value(hour - hoursBack);
    const fade = 0.5 ** ((hour - known) / 36);
    assert.equal(run.values[i], Math.round(usual * (1 + fade * (level - 1))));
  }
});

test('a run fills an hour that was missing a week ago from the week before that', () => {
  const series = seriesOf('dehrcons');
  const { run: whole } = simpleRun(series, europe, NOON, LATER)!;
  const missing = whole.firstIndex + 19 - 168;
  const patchy = {
    ...series,
    generate: (from: Europe, span: IndexSpan) =>
      series
        .generate(from, span)
        .map((value, i) => (span.start + i === missing ? Number.NaN : value)),
  };
  const { run } = simpleRun(patchy, europe, NOON, LATER)!;
  assert.equal(run.values.findIndex(Number.isNaN), -1);
  assert.notEqual(run.values[19], whole.values[19]);
  assert.equal(run.values[20], whole.values[20]);
});

test('a series younger than four weeks has no run yet', () => {
  const young = { ...seriesOf('dehrcons'), start: { year: 2026, month: 10, day: 20 } };
  assert.equal(simpleRun(young, europe, NOON, LATER), undefined);
});
