// Several checks that refuse together.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';

suite('a fault collector', () => {
  test('checks give their results if none of them refuses', () => {
    const faults = new FaultCollector();
    assert.equal(
      faults.check(() => 7),
      7,
    );
    faults.throwIfAny();
  });

  test('a single refusal is thrown unchanged', () => {
    const faults = new FaultCollector();
    const refusal = refuseField('date_unknown', 'FromDateTime', 'unknown');
    faults.check(() => {
      throw refusal;
    });
    assert.throws(
      () => faults.throwIfAny(),
      (error) => error === refusal,
    );
  });

  test('several refusals become one, under the first code, that names every field', () => {
    const faults = new FaultCollector();
    for (const [code, field] of [
      ['date_unknown', 'FromDateTime'],
      ['resolution_unknown', 'Resolution'],
    ] as const) {
      const result = faults.check(() => {
        throw refuseField(code, field, 'unknown', ['a']);
      });
      assert.equal(result, undefined);
    }
    assert.throws(
      () => faults.throwIfAny(),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.equal(error.code, 'date_unknown');
        assert.equal(error.message, 'FromDateTime: unknown; Resolution: unknown');
        assert.deepEqual(
          error.faults.map(({ field }) => field),
          ['FromDateTime', 'Resolution'],
        );
        return true;
      },
    );
  });

  test('an error that is no refusal is thrown at once', () => {
    const faults = new FaultCollector();
    const read = () =>
      faults.check(() => {
        throw new TypeError('a defect');
      });
    assert.throws(read, TypeError);
  });
});
