// Links for spreadsheets: making, listing, revoking, and what a new password ends.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  addLink,
  checkLinkName,
  listLinks,
  MAX_LINKS_PER_USER,
  type NewLink,
  revokeLink,
} from '#accounts/links/question-links';
import { changePassword, type EndedKeys } from '#accounts/password-changes';
import { hashSecret, makeSecret } from '#accounts/secrets';
import { disableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { DAY_MS } from '#core/time/instant';
import type { Credential } from '#store/account-store';
import { openAccountsWithAnna, START } from '../open-accounts.ts';

const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code;

const PRICES: NewLink = {
  name: 'Prices',
  path: '/api/v1/series/dehrprice',
  query: { from: 'today-7' },
  expiresAt: null,
};

/** Anna's accounts, with a token of hers to make links with. */
async function open(t: TestContext) {
  const { accounts, anna } = await openAccountsWithAnna(t);
  const credential: Credential = {
    ...{ hash: hashSecret(makeSecret('token')), userId: anna.id, kind: 'token', name: null },
    ...{ createdAt: START, expiresAt: null },
  };
  await accounts.addCredential(credential);
  const make = (more: Partial<NewLink> = {}, now = START) =>
    addLink(accounts, { user: anna, credential }, { ...PRICES, ...more }, now);
  return { accounts, anna, credential, make };
}

describe('links for spreadsheets', () => {
  it('a link is listed as it was made, without its secret', async (t) => {
    const { accounts, anna, make } = await open(t);
    const { secret, ...made } = await make({ expiresAt: START + DAY_MS });
    assert.match(secret, /^gtl_\w{49}$/);
    assert.equal(made.id, hashSecret(secret).slice(0, 16));
    const times = { createdAt: START, lastUsedAt: null, expiresAt: START + DAY_MS };
    assert.deepEqual(await listLinks(accounts, anna, START), [
      { id: made.id, ...PRICES, ...times },
    ]);
    assert.deepEqual(await listLinks(accounts, anna, START + DAY_MS), []);
  });

  it('a link is revoked by its id, once, and only for its owner', async (t) => {
    const { accounts, anna, make } = await open(t);
    const { id } = await make();
    const kept = await make({ name: 'kept' });
    const by = { actor: 'Anna', now: START + 1 };
    const other = { id: anna.id + 1, name: 'other' };
    await assert.rejects(revokeLink(accounts, other, id, by), isCode('link_unknown'));
    await revokeLink(accounts, anna, id, by);
    await assert.rejects(revokeLink(accounts, anna, id, by), isCode('link_unknown'));
    const left = await listLinks(accounts, anna, START);
    assert.deepEqual(
      left.map((link) => link.id),
      [kept.id],
    );
  });

  it('each link that is made or revoked has an entry in the journal, without its secret', async (t) => {
    const { accounts, anna, make } = await open(t);
    const { id } = await make({ expiresAt: START + DAY_MS });
    await make({ name: '' });
    await revokeLink(accounts, anna, id, { actor: 'operator', now: START });
    const entries = (await accounts.listEntries(3)).map(({ actor, kind, name, detail }) => [
      ...[actor, kind, name, detail],
    ]);
    const path = '/api/v1/series/dehrprice';
    assert.deepEqual(entries, [
      ['operator', 'link-ended', 'Anna', `The link "Prices" to ${path} was revoked.`],
      ['Anna', 'link-added', 'Anna', `A link to ${path} was made.`],
      [
        ...['Anna', 'link-added', 'Anna'],
        `The link "Prices" to ${path} was made. It ends at 2025-06-16T15:06:40Z.`,
      ],
    ]);
  });

  it('a user has at most 100 links, and those that ended do not count', async (t) => {
    const { make } = await open(t);
    for (let i = 0; i < MAX_LINKS_PER_USER; i++) {
      await make({ expiresAt: i === 0 ? START + DAY_MS : null });
    }
    await assert.rejects(make(), isCode('field_invalid'));
    await make({}, START + DAY_MS);
  });

  it('a sign-in that ended in the meantime makes no link', async (t) => {
    const { accounts, anna, credential, make } = await open(t);
    await accounts.removeCredential(credential.hash);
    await assert.rejects(make(), isCode('token_invalid'));
    await accounts.addCredential(credential);
    await disableUser(accounts, 'anna');
    await assert.rejects(make(), isCode('token_invalid'));
    assert.deepEqual(await listLinks(accounts, anna, START), []);
  });

  it('a name is one line of at most 80 characters, or none', () => {
    assert.equal(checkLinkName(undefined), '');
    assert.equal(checkLinkName('  Preis €, Tag '), 'Preis €, Tag');
    assert.equal(checkLinkName('a'.repeat(80)).length, 80);
    for (const name of ['a'.repeat(81), 'a\nb', 'a\u0000b', 'a\u2028b', '\ud800']) {
      assert.throws(() => checkLinkName(name), isCode('field_invalid'));
    }
  });

  for (const [endKeys, left] of [
    ['since', ['before']],
    ['all', []],
    ['none', ['after', 'before']],
  ] as const satisfies [EndedKeys, string[]][]) {
    it(`a new password with endKeys ${endKeys} leaves the links ${left.join(', ') || 'none'}`, async (t) => {
      const { accounts, anna, credential, make } = await open(t);
      await make({ name: 'before' }, START);
      const by = { actor: 'anna', now: START + 10 };
      await changePassword(accounts, 'anna', 'wind over the Kattegat', { by, endKeys: 'none' });
      await accounts.addCredential(credential);
      await make({ name: 'after' }, START + 20);
      await changePassword(accounts, 'anna', 'wind over the Baltic', {
        by: { actor: 'anna', now: START + 30 },
        endKeys,
      });
      const links = await listLinks(accounts, anna, START + 40);
      assert.deepEqual(
        links.map(({ name }) => name),
        left,
      );
      const ended = (await accounts.listEntries(9)).filter(({ kind }) => kind === 'link-ended');
      assert.equal(ended.length, 2 - left.length);
      for (const { detail } of ended) assert.match(detail, /was ended by the new password\.$/);
    });
  }
});
