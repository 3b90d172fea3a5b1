import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { dayOfCivil } from '#core/time/civil';
import { holidaysOf } from '#service/holidays';

const cases: [area: string, date: [number, number, number], isHoliday: boolean][] = [
  ['DE', [2024, 10, 3], true],
  ['DE', [2024, 4, 1], true],
  ['DE', [2024, 10, 31], false],
  ['AT', [2024, 10, 26], true],
  ['NO2', [2024, 5, 17], true],
  ['SE3', [2024, 6, 6], true],
  ['UK', [2024, 8, 26], true],
  ['GB', [2024, 8, 26], true],
  // One entry of two days.
  ['RO', [2024, 1, 2], true],
  // A holiday in one of four Nordic countries, and one in all.
  ['NC', [2024, 5, 17], false],
  ['NC', [2024, 12, 25], true],
];

for (const [area, [year, month, day], expected] of cases) {
  const date = `${year}-${month}-${day}`;
  test(`${date} is ${expected ? 'a' : 'no'} holiday in ${area}`, async () => {
    const isHoliday = await holidaysOf(area);
    assert.equal(isHoliday!(dayOfCivil(year, month, day)), expected);
  });
}

test('every area has holidays, and New Year’s Day is one everywhere', async () => {
  for (const { code } of AREAS) {
    const isHoliday = await holidaysOf(code);
    assert.equal(isHoliday?.(dayOfCivil(2025, 1, 1)), true, code);
  }
});

test('an area of no country has no holidays', async () => {
  assert.equal(await holidaysOf('QQ'), undefined);
});
