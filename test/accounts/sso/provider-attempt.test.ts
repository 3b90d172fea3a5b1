import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  ATTEMPT_LIFETIME_MS,
  beginAttempt,
  ownPathOf,
  readAttempt,
} from '#accounts/sso/provider-attempt';

const NOW = 1_750_000_000_000;

suite('an attempt to sign in at the provider', () => {
  test('a cookie gives the attempt that it was made for', () => {
    const attempt = beginAttempt('/s/dehrprice?from=today-7', NOW);
    assert.deepEqual(readAttempt(attempt.cookie, NOW + 1), attempt);
    assert.equal(attempt.returnTo, '/s/dehrprice?from=today-7');
  });

  test('state, nonce and verifier differ, have 256 bits and are new for each attempt', () => {
    const attempts = [beginAttempt('/', NOW), beginAttempt('/', NOW)];
    const texts = attempts.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    assert.equal(new Set(texts).size, 6);
    for (const text of texts) assert.match(text, /^[\w-]{43}$/);
    for (const { cookie } of attempts) for (const text of texts) assert.ok(!cookie.includes(text));
  });

  test('an attempt ends after ten minutes, also if the clock is set back', () => {
    const { cookie } = beginAttempt('/', NOW);
    assert.ok(readAttempt(cookie, NOW + ATTEMPT_LIFETIME_MS - 1));
    assert.equal(readAttempt(cookie, NOW + ATTEMPT_LIFETIME_MS), undefined);
    assert.equal(readAttempt(cookie, NOW - ATTEMPT_LIFETIME_MS), undefined);
  });

  test('a cookie with another time or page is another attempt', () => {
    const attempt = beginAttempt('/', NOW);
    const [secret, , path] = attempt.cookie.split('.');
    const later = readAttempt(`${secret}.${NOW + 1}.${path}`, NOW)!;
    const elsewhere = Buffer.from('/account').toString('base64url');
    const other = readAttempt(`${secret}.${NOW}.${elsewhere}`, NOW)!;
    for (const changed of [later, other]) {
      assert.notEqual(changed.state, attempt.state);
      assert.notEqual(changed.verifier, attempt.verifier);
    }
  });

  test('what is no cookie of an attempt gives none', () => {
    const { cookie } = beginAttempt('/', NOW);
    for (const odd of [undefined, '', 'x', '..', `${cookie}.`, cookie.slice(1), `${cookie}\n`])
      assert.equal(readAttempt(odd, NOW), undefined);
  });

  for (const [given, path] of [
    ['/', '/'],
    ['/compare?series=a,b#c', '/compare?series=a,b#c'],
    ['', '/'],
    ['account', '/'],
    ['//example.com', '/'],
    ['/\\example.com', '/'],
    ['/a\\b', '/'],
    ['/\t/example.com', '/'],
    ['/\n/example.com', '/'],
    ['https://example.com', '/'],
    ['javascript:alert(1)', '/'],
    [' /account', '/'],
    ['/ä', '/'],
    [`/${'a'.repeat(2_000)}`, '/'],
  ] as const) {
    test(`a return to ${JSON.stringify(given.slice(0, 40))} leads to ${path}`, () => {
      assert.equal(ownPathOf(given), path);
      const url = new URL(ownPathOf(given), 'https://gridtide.example.com');
      assert.equal(url.origin, 'https://gridtide.example.com');
    });
  }

  test('a cookie that was made elsewhere leads to no other origin', () => {
    const { cookie } = beginAttempt('/', NOW);
    const foreign = Buffer.from('//example.com').toString('base64url');
    const made = readAttempt(cookie.replace(/[^.]*$/, foreign), NOW);
    assert.equal(made?.returnTo, '/');
  });
});
