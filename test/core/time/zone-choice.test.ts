// Which texts name a zone, and which zones can be the market's.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { findZone, hasWholeHours, UTC } from '#core/time/zone';
import { clockChanges, zoneNamed } from '../properties.ts';
import { at, BERLIN, show, zoned } from './temporal.ts';

suite('finding a zone', () => {
  test('names of zones match in any case and mean one zone', () => {
    assert.equal(findZone('europe/berlin')?.name, 'Europe/Berlin');
    assert.equal(findZone('EUROPE/BERLIN'), findZone('Europe/Berlin'));
    assert.equal(findZone('utc')?.isUtc, true);
    assert.equal(findZone('Europe/Berlin')?.isUtc, false);
    assert.equal(UTC.offsetAt(at('2024-07-01T00:00:00Z')), 0);
  });

  test('findZone finds nothing for other texts', () => {
    for (const text of [
      '',
      ' ',
      'Mars/Olympus',
      '+01:00',
      '-0500',
      'Europe/Berlin ',
      '../../etc',
      'Europe/Berlin\n',
      'Europe\\Berlin',
      'x'.repeat(10_000),
      'null',
      '__proto__',
      'constructor',
    ]) {
      assert.equal(findZone(text), undefined, JSON.stringify(text));
    }
  });

  test('a zone still gives the right offset after a hundred others were loaded', () => {
    for (const name of Intl.supportedValuesOf('timeZone').slice(0, 150)) {
      assert.equal(findZone(name)?.offsetAt(0), zoned(0, name).offsetNanoseconds / 1e6, name);
    }
    assert.equal(findZone(BERLIN)?.offsetAt(at('2024-07-01T00:00:00Z')), 2 * HOUR_MS);
  });
});

suite('zones that can be the market’s', () => {
  test('a zone that skipped a day by crossing the date line cannot be the market’s', () => {
    for (const name of ['Pacific/Apia', 'Pacific/Fakaofo', 'Pacific/Kwajalein']) {
      assert.equal(hasWholeHours(zoneNamed(name)), false, name);
    }
  });

  test('whole-hour zones can be the market’s, half-hour and quarter-hour zones cannot', () => {
    for (const name of [
      BERLIN,
      'Europe/London',
      'Europe/Oslo',
      'America/New_York',
      'UTC',
      'Asia/Beirut',
      'Africa/Cairo',
      'America/Sao_Paulo',
    ]) {
      assert.equal(hasWholeHours(zoneNamed(name)), true, name);
    }
    for (const name of [
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Australia/Adelaide',
    ]) {
      assert.equal(hasWholeHours(zoneNamed(name)), false, name);
    }
  });

  test('the given years decide: Singapore was half an hour off until 1982', () => {
    assert.equal(hasWholeHours(zoneNamed('Asia/Singapore')), false);
    assert.equal(hasWholeHours(zoneNamed('Asia/Singapore'), 1983), true);
  });

  test('a zone whose clock changes within an hour cannot be the market’s, though its offsets are whole', () => {
    assert.equal(hasWholeHours(zoneNamed('America/Goose_Bay')), false, 'changed at 00:01');
    assert.equal(hasWholeHours(zoneNamed('America/Goose_Bay'), 2012), true);
    assert.equal(hasWholeHours(zoneNamed('Asia/Bishkek')), false, 'changed at 02:30');
  });

  test('in every zone that can be the market’s, each UTC hour is one market hour and days never run backwards', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const zone = zoneNamed(name);
      if (!hasWholeHours(zone)) continue;
      for (const change of clockChanges(name, 1970, 2100)) {
        assert.equal(change % HOUR_MS, 0, `${name} ${show(change, name)}`);
        assert.ok(
          zone.dayOf(change) >= zone.dayOf(change - MINUTE_MS),
          `${name} ${show(change, name)}`,
        );
      }
    }
  });
});
