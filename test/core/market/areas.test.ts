// The areas endpoint's list: 35 codes in the documents' order, then four neighbours once more.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AREA_LIST, AREAS, findArea } from '#core/market/areas';

const DOCUMENTED =
  'DE, AT, CH, FR, ES, PT, IT, UK, PL, CZ, NL, BE, SK, SI, RO, HU, HR, FI, NC, SE1, SE2, SE3, SE4, NO1, NO2, NO3, NO4, NO5, EE, LV, LT, GB, RU, DK1, DK2';

suite('areas', () => {
  test('the areas are the 35 codes of the documents, in their order', () => {
    assert.equal(AREAS.map(({ code }) => code).join(', '), DOCUMENTED);
    assert.equal(AREAS.length, 35);
    assert.equal(new Set(AREAS.map(({ code }) => code)).size, 35);
  });

  test('the list of areas repeats DE, PL, NL and BE: 39 entries', () => {
    assert.equal(AREA_LIST.length, 39);
    assert.deepEqual(AREA_LIST.slice(0, 35), AREAS);
    assert.deepEqual(
      AREA_LIST.slice(35).map(({ code }) => code),
      ['DE', 'PL', 'NL', 'BE'],
    );
  });

  test('a repeated area is described as a neighbour of the Nordic model', () => {
    for (const { code, description } of AREA_LIST.slice(35)) {
      assert.match(description, /neighbour of the Nordic model/);
      assert.ok(description.startsWith(findArea(code)!.description), code);
    }
  });

  test('the areas have the descriptions that programs show', () => {
    const described = `DE Germany, AT Austria, CH Switzerland, FR France, ES Spain, PT Portugal,
      IT Italy, UK United Kingdom, PL Poland, CZ Czechia, NL Netherlands, BE Belgium, SK Slovakia,
      SI Slovenia, RO Romania, HU Hungary, HR Croatia, FI Finland, NC Nordic countries,
      SE1 Sweden 1 (Luleå), SE2 Sweden 2 (Sundsvall), SE3 Sweden 3 (Stockholm),
      SE4 Sweden 4 (Malmö), NO1 Norway 1 (Oslo), NO2 Norway 2 (Kristiansand),
      NO3 Norway 3 (Trondheim), NO4 Norway 4 (Tromsø), NO5 Norway 5 (Bergen), EE Estonia,
      LV Latvia, LT Lithuania, GB Great Britain, RU Russia, DK1 Denmark 1 (west),
      DK2 Denmark 2 (east)`;
    const shown = AREAS.map(
      ({ code, description }) => `${code} ${description.replace(/, (.*)/, ' ($1)')}`,
    );
    assert.deepEqual(shown, described.split(/,\s+/));
  });

  test('every entry of the list has a description of its own', () => {
    assert.equal(new Set(AREA_LIST.map(({ description }) => description)).size, 39);
    assert.equal(findArea('NC')?.description, 'Nordic countries');
  });

  test('findArea ignores case and surrounding blanks, and finds nothing else', () => {
    assert.equal(findArea('no1')?.code, 'NO1');
    assert.equal(findArea(' De ')?.code, 'DE');
    for (const text of ['', 'D', 'DEU', 'NO6', 'SE', 'DK', 'toString', '__proto__']) {
      assert.equal(findArea(text), undefined, text);
    }
  });
});
