import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { loadByIntl, loadByTemporal } from '#core/time/zone-rules';

const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Beirut',
  'UTC',
];
const YEARS = [1893, 1916, 1945, 1980, 1996, 2023, 2024, 2026, 2038, 2100];

suite('the rules of a zone, without Temporal', () => {
  for (const name of ZONES) {
    test(`${name}: Intl finds the clock changes that Temporal knows`, () => {
      for (const year of YEARS) {
        assert.deepEqual(loadByIntl(name, year), loadByTemporal(name, year), `${name} ${year}`);
      }
    });
  }
});
