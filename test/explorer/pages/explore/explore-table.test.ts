// The order of the table's rows, and the change of each value.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BY_TIME,
  changesOf,
  orderAfter,
  rowsInOrder,
} from '#explorer/pages/explore/table/table-order.ts';

describe('the order of the table', () => {
  const value = [3, null, -1, 3, 7];
  const change = changesOf(value);

  it('a change is a value less the one before it, and none beside a gap', () => {
    assert.deepEqual(change, [null, null, null, 4, 4]);
  });

  it('figures begin with the greatest, gaps are last, and a second click turns the order round', () => {
    const byValue = orderAfter(BY_TIME, 'value');
    assert.deepEqual(rowsInOrder(byValue, { value, change }), [4, 0, 3, 2, 1]);
    const turned = orderAfter(byValue, 'value');
    assert.deepEqual(rowsInOrder(turned, { value, change }), [2, 0, 3, 4, 1]);
    const byChange = orderAfter(turned, 'change');
    assert.deepEqual(rowsInOrder(byChange, { value, change }), [3, 4, 0, 1, 2]);
  });

  it('the order of time needs no list, and can be turned round', () => {
    assert.equal(rowsInOrder(BY_TIME, { value, change }), undefined);
    assert.deepEqual(rowsInOrder(orderAfter(BY_TIME, 'time'), { value, change }), [4, 3, 2, 1, 0]);
    assert.deepEqual(orderAfter(orderAfter(BY_TIME, 'value'), 'time'), BY_TIME);
  });
});
