// Balance categories: the three the documents name.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CATEGORIES, findCategory } from '#core/market/categories';

suite('balance categories', () => {
  test('the balance categories are hrprice, hrproduction and hrcons, and only a price is converted', () => {
    assert.deepEqual(
      CATEGORIES.map(({ name, description, unit, isPrice }) => [name, description, unit, isPrice]),
      [
        ['hrprice', 'Day-ahead price', 'EUR/MWh', true],
        ['hrproduction', 'Production', 'MWh', false],
        ['hrcons', 'Consumption', 'MWh', false],
      ],
    );
  });

  test('findCategory ignores case, and finds nothing else', () => {
    assert.equal(findCategory('HRPRICE')?.name, 'hrprice');
    assert.equal(findCategory(' hrCons ')?.name, 'hrcons');
    for (const text of ['', 'price', 'hrwind', 'hrprice2', '__proto__']) {
      assert.equal(findCategory(text), undefined, text);
    }
  });
});
