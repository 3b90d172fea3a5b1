import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CODE_LIFETIME_MS, SignInCodes } from '#accounts/sign-in-codes';

const NOON = Date.parse('2026-11-15T12:00:00Z');

suite('one-time sign-in codes', () => {
  test('a code stands for its user, once', () => {
    const codes = new SignInCodes();
    const code = codes.make('demo', NOON);
    assert.equal(codes.take(code, NOON + 1), 'demo');
    assert.equal(codes.take(code, NOON + 2), undefined);
  });

  test('a code ends after fifteen minutes to the millisecond', () => {
    const codes = new SignInCodes();
    const [early, late] = [codes.make('demo', NOON), codes.make('demo', NOON)];
    assert.equal(codes.take(early, NOON + CODE_LIFETIME_MS - 1), 'demo');
    assert.equal(codes.take(late, NOON + CODE_LIFETIME_MS), undefined);
  });

  test('a code presented too late is used up, even if the clock is then set back', () => {
    const codes = new SignInCodes();
    const code = codes.make('demo', NOON);
    assert.equal(codes.take(code, NOON + CODE_LIFETIME_MS), undefined);
    assert.equal(codes.take(code, NOON), undefined);
  });

  test('what was never made is nobody’s', () => {
    const codes = new SignInCodes();
    codes.make('demo', NOON);
    for (const code of ['', 'demo', '__proto__', 'x'.repeat(10_000)]) {
      assert.equal(codes.take(code, NOON), undefined);
    }
  });

  test('only the newest thousand are held', () => {
    const codes = new SignInCodes();
    const first = codes.make('first', NOON);
    const rest = Array.from({ length: 1_000 }, () => codes.make('other', NOON));
    assert.equal(codes.take(first, NOON), undefined);
    assert.equal(codes.take(rest[0]!, NOON), 'other');
  });
});
