import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, areSiblings, guessKind, prefixOf } from '#service/model-runs/guess-target';

interface Row {
  readonly code: string;
  readonly category?: string;
  readonly unit?: string;
  readonly description?: string;
  readonly area?: string;
  readonly kind: string;
  readonly prefix: string | undefined;
  readonly of: string | undefined;
}

// What is known of a series, then what is guessed: its kind, the beginning of its code, its area.
const ROWS: readonly Row[] = [
  { code: 'dehrprice', category: 'hrprice', kind: 'price', prefix: 'de', of: 'DE' },
  { code: 'deqhprice', kind: 'price', prefix: 'de', of: 'DE' },
  { code: 'no1hrcons', kind: 'load', prefix: 'no1', of: 'NO1' },
  { code: 'ukhhload', kind: 'load', prefix: 'uk', of: 'UK' },
  { code: 'frhrproduction', kind: 'load', prefix: 'fr', of: 'FR' },
  { code: 'dehrwindoffforecast', kind: 'wind', prefix: 'de', of: 'DE' },
  { code: 'dehrwindspeed', kind: 'other', prefix: 'de', of: 'DE' },
  { code: 'dk1hrsolar', kind: 'solar', prefix: 'dk1', of: 'DK1' },
  { code: 'hrhrcons', kind: 'load', prefix: 'hr', of: 'HR' },
  { code: 'northhrwind', category: 'hrwind', kind: 'wind', prefix: 'north', of: undefined },
  {
    code: 'north',
    area: 'DE',
    description: 'Wind park North',
    kind: 'wind',
    prefix: undefined,
    of: 'DE',
  },
  { code: 'p7', unit: 'EUR/MWh', kind: 'price', prefix: undefined, of: undefined },
  { code: 'fxeurnok', unit: 'NOK/EUR', kind: 'other', prefix: undefined, of: undefined },
  {
    code: 'roof',
    description: 'Photovoltaics of the roof',
    kind: 'solar',
    prefix: undefined,
    of: undefined,
  },
  {
    code: 'portfolio',
    description: 'Demand of all customers',
    kind: 'load',
    prefix: undefined,
    of: undefined,
  },
  { code: 'reservoir', description: 'Inflow', kind: 'other', prefix: undefined, of: undefined },
];

for (const { kind, prefix, of, ...given } of ROWS) {
  test(`${given.code} ${given.description ?? ''} is guessed to be of the kind ${kind}`, () => {
    const { code, description = code, unit = 'MWh', area = null, category = null } = given;
    const series = { code, description, unit, area, category };
    assert.deepEqual(
      { kind: guessKind(series), prefix: prefixOf(series), of: areaOf(series) },
      { kind, prefix, of },
    );
  });
}

test('series of one quantity and area are siblings in all resolutions of an hour and less', () => {
  const wind = { code: 'dehrwind', category: 'hrwind' };
  for (const code of ['dehrwind', 'deqhwind', 'dehhwind']) assert.ok(areSiblings(wind, code));
  for (const code of ['dehrwindforecast', 'dehrsolar', 'frhrwind', 'dedaywind']) {
    assert.ok(!areSiblings(wind, code), code);
  }
  assert.ok(areSiblings({ code: 'park', category: null }, 'park'));
  assert.ok(!areSiblings({ code: 'park', category: null }, 'parkhrwind'));
});
