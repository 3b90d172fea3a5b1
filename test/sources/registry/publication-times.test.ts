import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMarket } from '#core/time/market-text';
import { findZone } from '#core/time/zone';
import { ruleOf } from '#sources/registry/publication-times';

const berlin = findZone('Europe/Berlin')!;

/** The market time up to which a dataset can be published, at a market time in May or January 2024. */
function untilAt(dataset: string, now: string, source = 'entsoe'): string {
  const instant = berlin.instantOf(Date.parse(`${now}:00Z`));
  return formatMarket(ruleOf(source, dataset).publishedUntil(instant, berlin), berlin).slice(0, 16);
}

const CASES: readonly (readonly [string, string, string])[] = [
  // Thursday, 2024-05-16.
  ['prices', '2024-05-16T12:59', '2024-05-17T00:00'],
  ['prices', '2024-05-16T13:00', '2024-05-18T00:00'],
  ['prices', '2024-01-16T13:00', '2024-01-18T00:00'],
  ['load', '2024-05-16T13:07', '2024-05-16T12:00'],
  ['generation', '2024-05-16T00:30', '2024-05-15T23:00'],
  ['load-forecast', '2024-05-16T09:58', '2024-05-17T00:00'],
  ['load-forecast', '2024-05-16T10:00', '2024-05-18T00:00'],
  ['wind-solar-forecast', '2024-05-16T17:58', '2024-05-17T00:00'],
  ['wind-solar-forecast', '2024-05-16T18:00', '2024-05-18T00:00'],
  // Weeks are published on the Friday before.
  ['week-load-forecast', '2024-05-17T09:00', '2024-05-20T00:00'],
  ['week-load-forecast', '2024-05-17T10:00', '2024-05-27T00:00'],
  // The filling of a week that ended on Sunday is due by Thursday.
  ['reservoirs', '2024-05-15T12:00', '2024-05-06T00:00'],
  ['reservoirs', '2024-05-17T12:00', '2024-05-13T00:00'],
];

for (const [dataset, now, until] of CASES) {
  test(`at ${now} ${dataset} can be published up to ${until}`, () => {
    assert.equal(untilAt(dataset, now), until);
  });
}

test('rates can be published up to today from 16:00 on', () => {
  assert.equal(untilAt('rates', '2024-05-16T15:59', 'ecb'), '2024-05-16T00:00');
  assert.equal(untilAt('rates', '2024-05-16T16:00', 'ecb'), '2024-05-17T00:00');
});
