// What a link for a spreadsheet opens, what ends it, and how guesses are limited.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { openLink } from '#accounts/links/open-link';
import { addLink, listLinks, revokeLink } from '#accounts/links/question-links';
import { setPlan } from '#accounts/plan-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { openSignInService } from '#accounts/sign-in-service';
import { changePlan, disableUser, enableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Credential } from '#store/account-store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';

const ADDRESS = '192.0.2.1';
const QUESTION = { path: '/api/v1/series/dehrprice', query: { from: 'today-7' } };

async function open(t: TestContext) {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const service = openSignInService(accounts);
  const credential: Credential = {
    ...{ hash: hashSecret(makeSecret('token')), userId: anna.id, kind: 'token', name: null },
    ...{ createdAt: START, expiresAt: null },
  };
  await accounts.addCredential(credential);
  const make = (expiresAt: Instant | null = null) => {
    const asked = { name: 'Prices', ...QUESTION, expiresAt };
    return addLink(accounts, { user: anna, credential }, asked, START);
  };
  const look = (secret: string, now: Instant = START + 1, address = ADDRESS) =>
    openLink(service, secret, address, now);
  /** The code and the words of the refusal; undefined if the link opens. */
  const refusal = async (secret: string, now?: Instant, address?: string) => {
    try {
      await look(secret, now, address);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
      return `${error.code}: ${error.message}`;
    }
  };
  return { accounts, anna, service, make, look, refusal };
}

const UNKNOWN = 'link_unknown: nothing is here: the link is unknown, revoked or ended';

describe('a link for a spreadsheet', () => {
  it('a link leads to its question, its owner and the owner’s plan', async (t) => {
    const { make, look } = await open(t);
    const { secret } = await make();
    const { question, caller } = await look(secret);
    assert.deepEqual(question, QUESTION);
    assert.deepEqual([caller.user.name, caller.plan.patterns], ['Anna', ['de*']]);
    const { kind, hash, name } = caller.credential;
    assert.deepEqual([kind, hash, name], ['link', hashSecret(secret), 'Prices']);
  });

  it('a link shows what the owner’s plan is now', async (t) => {
    const { accounts, make, look } = await open(t);
    const { secret } = await make();
    await setPlan(accounts, { name: 'german', patterns: ['deh*'], pointsPerAnswer: 3 });
    const { plan } = (await look(secret)).caller;
    assert.deepEqual([plan.patterns, plan.pointsPerAnswer], [['deh*'], 3]);
    await changePlan(accounts, 'anna', 'everything');
    assert.deepEqual((await look(secret)).caller.plan.patterns, ['*']);
  });

  it('unknown, mistyped, revoked and ended links, and those of disabled users, are refused alike', async (t) => {
    const { accounts, anna, make, refusal } = await open(t);
    const { secret } = await make(START + DAY_MS);
    const revoked = await make();
    await revokeLink(accounts, anna, revoked.id, { actor: 'anna', now: START });
    const others = [
      ...['', 'x', secret.slice(0, -1), `${secret}0`, secret.toLowerCase(), revoked.secret],
      ...[makeSecret('link'), makeSecret('token'), makeSecret('key'), makeSecret('session')],
    ];
    for (const other of others) assert.equal(await refusal(other), UNKNOWN);
    await disableUser(accounts, 'anna');
    assert.equal(await refusal(secret), UNKNOWN);
    await enableUser(accounts, 'anna');
    assert.equal(await refusal(secret), undefined);
    assert.equal(await refusal(secret, START + DAY_MS), UNKNOWN);
  });

  it('a link that has ended does not come back when the clock is set back', async (t) => {
    const { make, refusal } = await open(t);
    const { secret } = await make(START + DAY_MS);
    const other = await make(START + DAY_MS);
    assert.equal(await refusal(secret, START + DAY_MS), UNKNOWN);
    for (const one of [secret, other.secret]) assert.equal(await refusal(one, START), UNKNOWN);
  });

  it('the secret of a link is no token', async (t) => {
    const { accounts, make } = await open(t);
    assert.equal(await findCaller(accounts, (await make()).secret, START), undefined);
  });

  it('the last use is written once a minute at most', async (t) => {
    const { accounts, anna, service, make, look } = await open(t);
    const { secret } = await make();
    const usedAt = async () => (await listLinks(accounts, anna, START))[0]!.lastUsedAt;
    for (const [at, expected] of [
      [START + 1, START + 1],
      [START + MINUTE_MS, START + 1],
      [START + MINUTE_MS + 1, START + MINUTE_MS + 1],
    ] as const) {
      await look(secret, at);
      await service.keyUses.flush();
      assert.equal(await usedAt(), expected);
    }
  });

  it('an address that guessed 20 links in five minutes waits, and good links go on', async (t) => {
    const { make, refusal } = await open(t);
    const { secret } = await make();
    for (let i = 0; i < 20; i++) assert.equal(await refusal(makeSecret('link')), UNKNOWN);
    const said = await refusal(makeSecret('link'));
    assert.match(said!, /^rate_exceeded: this address asked for too many links .* wait 300 s$/);
    assert.equal(await refusal(makeSecret('link'), START + 1, '198.51.100.1'), UNKNOWN);
    assert.equal(await refusal(secret), undefined);
    assert.equal(await refusal(makeSecret('link'), START + 1 + 5 * MINUTE_MS), UNKNOWN);
  });

  it('guesses of links leave sign-ins of the address alone', async (t) => {
    const { service, refusal } = await open(t);
    for (let i = 0; i < 21; i++) await refusal(makeSecret('link'));
    assert.equal(await service.addressFailures.retryAfterSeconds(ADDRESS, START + 1), 0);
  });
});
