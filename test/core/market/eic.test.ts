import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { areasOfEic, EIC_ROWS, eicsIn, findEicRow } from '#core/market/eic';

/** The 16th character as the EIC manual counts it: weights 16 to 2, modulo 37. */
function checkCharacter(eic: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-';
  let sum = 0;
  for (let at = 0; at < 15; at++) sum += alphabet.indexOf(eic[at]!) * (16 - at);
  return alphabet[36 - ((sum + 36) % 37)]!;
}

const at = (text: string): number => Date.parse(text);
const codesIn = (area: string, use: 'price' | 'balance', from: string, to: string): string[] =>
  eicsIn(findEicRow(area)!, use, { start: at(from), end: at(to) }).map(({ eic }) => eic);

suite('EIC codes', () => {
  test('every area has a row, in the order of the areas', () => {
    assert.deepEqual(
      EIC_ROWS.filter(({ isArea }) => isArea).map(({ code }) => code),
      AREAS.map(({ code }) => code),
    );
  });

  test('every code has 16 characters and the right check character', () => {
    const codes = EIC_ROWS.flatMap(({ price, balance }) => [...price, ...balance]);
    assert.ok(codes.length > 80);
    for (const { eic } of codes) {
      assert.match(eic, /^[0-9]{2}Y[0-9A-Z-]{13}$/);
      assert.equal(eic[15], checkCharacter(eic), eic);
    }
  });

  test('German prices change their zone when Austria leaves it, at midnight in Berlin', () => {
    assert.deepEqual(codesIn('DE', 'price', '2018-09-30T21:00Z', '2018-09-30T22:00Z'), [
      '10Y1001A1001A63L',
    ]);
    assert.deepEqual(codesIn('DE', 'price', '2018-09-30T22:00Z', '2018-09-30T23:00Z'), [
      '10Y1001A1001A82H',
    ]);
    const row = findEicRow('de')!;
    const span = { start: at('2018-09-01T00:00Z'), end: at('2018-11-01T00:00Z') };
    const change = at('2018-09-30T22:00Z');
    assert.deepEqual(eicsIn(row, 'price', span), [
      { eic: '10Y1001A1001A63L', start: span.start, end: change },
      { eic: '10Y1001A1001A82H', start: change, end: span.end },
    ]);
  });

  test('German load and generation have a code of their own, before and after', () => {
    assert.deepEqual(codesIn('DE', 'balance', '2015-01-01T00:00Z', '2026-01-01T00:00Z'), [
      '10Y1001A1001A83F',
    ]);
  });

  test('the Nordic countries together have no code; Italy and the United Kingdom no price', () => {
    for (const use of ['price', 'balance'] as const) {
      assert.deepEqual(codesIn('NC', use, '2015-01-01T00:00Z', '2026-01-01T00:00Z'), []);
    }
    assert.deepEqual(codesIn('IT', 'price', '2015-01-01T00:00Z', '2026-01-01T00:00Z'), []);
    assert.deepEqual(codesIn('UK', 'price', '2015-01-01T00:00Z', '2026-01-01T00:00Z'), []);
  });

  test('findEicRow ignores case and surrounding blanks', () => {
    assert.equal(findEicRow(' no1 ')?.code, 'NO1');
    assert.equal(findEicRow('ItNord')?.code, 'ITNORD');
    assert.equal(findEicRow('NO6'), undefined);
  });

  test('a code leads back to its areas, and the old common zone to two', () => {
    const names = (eic: string, use: 'price' | 'balance', time: string): string[] =>
      areasOfEic(eic, use, at(time)).map(({ code }) => code);
    assert.deepEqual(names('10YNL----------L', 'price', '2024-01-01T00:00Z'), ['NL']);
    assert.deepEqual(names('10Y1001A1001A63L', 'price', '2018-01-01T00:00Z'), ['DE', 'AT']);
    assert.deepEqual(names('10Y1001A1001A63L', 'price', '2019-01-01T00:00Z'), []);
    // To the millisecond of the split.
    assert.deepEqual(names('10Y1001A1001A63L', 'price', '2018-09-30T21:59:59.999Z'), ['DE', 'AT']);
    assert.deepEqual(names('10Y1001A1001A82H', 'price', '2018-09-30T21:59:59.999Z'), []);
    assert.deepEqual(names('10Y1001A1001A63L', 'price', '2018-09-30T22:00Z'), []);
    assert.deepEqual(names('10Y1001A1001A82H', 'price', '2018-09-30T22:00Z'), ['DE']);
    assert.deepEqual(names('10Y1001A1001A82H', 'balance', '2024-01-01T00:00Z'), []);
    assert.deepEqual(names('10YCA-BULGARIA-R', 'balance', '2024-01-01T00:00Z'), ['BG']);
  });

  test('after the split every code stands for one area', () => {
    for (const use of ['price', 'balance'] as const) {
      for (const { code, ...row } of EIC_ROWS) {
        for (const { eic } of row[use]) {
          const found = areasOfEic(eic, use, at('2024-01-01T00:00Z')).map((one) => one.code);
          assert.ok(found.length <= 1, `${eic} is ${found}`);
          if (found.length === 1) assert.equal(found[0], code);
        }
      }
    }
  });
});
