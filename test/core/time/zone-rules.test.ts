import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { loadByIntl, loadByTemporal, zoneId } from '#core/time/zone-rules';

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

suite('the name of a zone', () => {
  test('every name of UTC that Intl knows becomes UTC, and every other zone keeps its name', () => {
    const others = [
      'Zulu',
      'gmt',
      'Etc/UCT',
      'GMT0',
      'Etc/Greenwich',
      'Etc/GMT+5',
      'Asia/Calcutta',
    ];
    for (const name of [...Intl.supportedValuesOf('timeZone'), ...others]) {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
      const expected = timeZone === 'UTC' ? 'utc' : name.toLowerCase();
      assert.equal(zoneId(name).toLowerCase(), expected, name);
    }
  });

  test('the case of a name is mended, and a zone that does not exist is refused', () => {
    assert.equal(zoneId('europe/berlin'), 'Europe/Berlin');
    assert.throws(() => zoneId('Nowhere/City'), RangeError);
  });
});
