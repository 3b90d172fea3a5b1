import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashSecret } from '#accounts/secrets';
import { CODE_LIFETIME_MS, SignInCodes } from '#accounts/sign-in-codes';
import { openAccounts } from '../open-accounts.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');

suite('one-time sign-in codes', () => {
  test('a code leads to its user, once', async (t) => {
    const codes = new SignInCodes(await openAccounts(t));
    const code = await codes.make('demo', NOON);
    assert.equal(await codes.take(code, NOON + 1), 'demo');
    assert.equal(await codes.take(code, NOON + 2), undefined);
  });

  test('a code that one process made works at exactly one other', async (t) => {
    const accounts = await openAccounts(t);
    const code = await new SignInCodes(accounts).make('demo', NOON);
    const others = Array.from({ length: 5 }, () => new SignInCodes(accounts).take(code, NOON));
    const users = await Promise.all(others);
    assert.deepEqual(
      users.filter((user) => user !== undefined),
      ['demo'],
    );
  });

  test('the store has the hash of a code, not the code', async (t) => {
    const accounts = await openAccounts(t);
    const code = await new SignInCodes(accounts).make('demo', NOON);
    assert.equal(await accounts.takeCode(code), undefined);
    const stored = await accounts.takeCode(hashSecret(code));
    assert.deepEqual(stored, { userName: 'demo', madeAt: NOON });
  });

  test('a code ends after fifteen minutes, to the millisecond', async (t) => {
    const codes = new SignInCodes(await openAccounts(t));
    const [early, late] = [await codes.make('demo', NOON), await codes.make('demo', NOON)];
    assert.equal(await codes.take(early, NOON + CODE_LIFETIME_MS - 1), 'demo');
    assert.equal(await codes.take(late, NOON + CODE_LIFETIME_MS), undefined);
  });

  test('a code presented too late is used up, even if the clock is then set back', async (t) => {
    const codes = new SignInCodes(await openAccounts(t));
    const code = await codes.make('demo', NOON);
    assert.equal(await codes.take(code, NOON + CODE_LIFETIME_MS), undefined);
    assert.equal(await codes.take(code, NOON), undefined);
  });

  test('a text that was never made as a code leads to no user', async (t) => {
    const codes = new SignInCodes(await openAccounts(t));
    await codes.make('demo', NOON);
    for (const code of ['', 'demo', '__proto__', 'x'.repeat(10_000)]) {
      assert.equal(await codes.take(code, NOON), undefined);
    }
  });

  test('only the newest thousand codes are stored', async (t) => {
    const codes = new SignInCodes(await openAccounts(t));
    const first = await codes.make('first', NOON);
    const rest: string[] = [];
    for (let i = 1; i <= 1_000; i++) rest.push(await codes.make('other', NOON + i));
    assert.equal(await codes.take(first, NOON), undefined);
    assert.equal(await codes.take(rest[0]!, NOON), 'other');
  });

  test('codes that are too old are removed when the next one is made', async (t) => {
    const accounts = await openAccounts(t);
    const codes = new SignInCodes(accounts);
    const old = await codes.make('demo', NOON);
    await codes.make('demo', NOON + CODE_LIFETIME_MS + 1);
    assert.equal(await accounts.takeCode(hashSecret(old)), undefined);
  });
});
