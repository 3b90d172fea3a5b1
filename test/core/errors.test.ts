// Refusals: every code has a kind, a title and a remedy, and one blame per field.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Refusal, refuseField } from '#core/errors';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';

const CODES = Object.keys(REFUSALS) as RefusalCode[];

suite('refusals', () => {
  test('the codes that the contract names exist, with their kinds', () => {
    assert.equal(REFUSALS.invalid_credentials.kind, 'unauthenticated');
    assert.equal(REFUSALS.subscription_required.kind, 'forbidden');
  });

  test('every code is snake_case, with a title of its own and a remedy that is a sentence', () => {
    for (const code of CODES) {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/);
      const { title, remedy } = REFUSALS[code];
      assert.match(title, /^[A-Z].*[^.]$/, code);
      assert.match(remedy, /^[A-Z].*\.$/, code);
    }
    assert.equal(new Set(CODES.map((code) => REFUSALS[code].title)).size, CODES.length);
  });

  test('every kind of refusal that the interfaces need has a code', () => {
    const kinds = new Set<string>(CODES.map((code) => REFUSALS[code].kind));
    for (const kind of [
      'bad_request',
      'unauthenticated',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'too_large',
      'unsupported_media',
      'not_computable',
      'rate_limited',
      'unavailable',
      'internal',
    ]) {
      assert.ok(kinds.has(kind), kind);
    }
  });

  test('a refusal carries its code, detail, faults and cause', () => {
    const cause = new Error('disk');
    const refusal = new Refusal('rate_exceeded', 'wait', { retryAfterSeconds: 7, cause });
    assert.ok(refusal instanceof Error);
    assert.equal(refusal.name, 'Refusal');
    assert.equal(refusal.code, 'rate_exceeded');
    assert.equal(refusal.message, 'wait');
    assert.equal(refusal.retryAfterSeconds, 7);
    assert.equal(refusal.cause, cause);
    assert.deepEqual(refusal.faults, []);
    const plain = new Refusal('path_unknown', 'no');
    assert.equal(plain.retryAfterSeconds, undefined);
    assert.equal('cause' in plain, false);
  });

  test('a field at fault is named in the detail and in the list', () => {
    const refusal = refuseField('field_invalid', 'currency', 'unknown "XXX"', ['EUR', 'NOK']);
    assert.equal(refusal.message, 'currency: unknown "XXX"');
    assert.deepEqual(refusal.faults, [
      { field: 'currency', message: 'unknown "XXX"', allowed: ['EUR', 'NOK'] },
    ]);
    assert.deepEqual(refuseField('field_missing', 'area', 'is needed').faults, [
      { field: 'area', message: 'is needed' },
    ]);
  });
});
