// Links that answer one question each.

import assert from 'node:assert/strict';
import type { AccountStore, User } from '#store/account-store';
import type { QuestionLink } from '#store/link-store';
import { NOW } from '../sample-series.ts';
import type { StoreTest } from '../store-contract.ts';

const PLAN = { name: 'all', patterns: ['de*'], requestsPerMinute: 60, pointsPerAnswer: 2 ** 40 };

async function addUser(accounts: AccountStore, name: string): Promise<User> {
  await accounts.putPlan(PLAN);
  const facts = { passwordHash: null, isDisabled: false, createdAt: NOW + 7 };
  return (await accounts.addUser({ name, planName: 'all', ...facts }))!;
}

const linkOf = (
  { id: userId }: User,
  hash: string,
  more: Partial<QuestionLink> = {},
): QuestionLink => ({
  ...{ hash, userId, name: 'Preis "DE" €', path: '/api/v1/series/dehrprice' },
  query: { from: 'today-7', sep: ';', source: 'ä"\\' },
  ...{ createdAt: NOW, expiresAt: null, lastUsedAt: null },
  ...more,
});

export function linksContract(storeTest: StoreTest): void {
  storeTest('a link is found as it was added, with its owner and plan', async ({ accounts }) => {
    const links = await accounts.links();
    const anna = await addUser(accounts, 'Änna');
    const link = linkOf(anna, 'h1', { expiresAt: 2 ** 45, lastUsedAt: NOW + 1 });
    assert.equal(await links.addLink(link), true);
    assert.deepEqual(await links.findLink('h1'), { link, user: anna, plan: PLAN });
    assert.equal(await links.findLink('H1'), undefined);
    const bare = linkOf(anna, 'h2', { name: '', query: {} });
    await links.addLink(bare);
    assert.deepEqual((await links.findLink('h2'))!.link, bare);
  });

  storeTest('a hash that is taken adds no link', async ({ accounts }) => {
    const links = await accounts.links();
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    await links.addLink(linkOf(anna, 'h1'));
    assert.equal(await links.addLink(linkOf(bert, 'h1', { name: 'other' })), false);
    assert.deepEqual((await links.findLink('h1'))!.user, anna);
    assert.deepEqual(await links.listLinks(bert.id), []);
  });

  storeTest('the plan and the state of the owner are those of now', async ({ accounts }) => {
    const links = await accounts.links();
    const anna = await addUser(accounts, 'anna');
    await links.addLink(linkOf(anna, 'h1'));
    const few = { ...PLAN, name: 'few', patterns: [] };
    await accounts.putPlan(few);
    const user = await accounts.updateUser('anna', { planName: 'few', isDisabled: true });
    const found = (await links.findLink('h1'))!;
    assert.deepEqual([found.user, found.plan], [user, few]);
  });

  storeTest('links are listed by user, the newest first', async ({ accounts }) => {
    const links = await accounts.links();
    const [anna, bert] = [await addUser(accounts, 'anna'), await addUser(accounts, 'bert')];
    const all = [
      linkOf(anna, 'h2', { createdAt: NOW + 5 }),
      linkOf(anna, 'h1', { createdAt: NOW }),
      linkOf(anna, 'h3', { createdAt: NOW }),
    ];
    for (const link of [...all].reverse()) await links.addLink(link);
    await links.addLink(linkOf(bert, 'h4'));
    assert.deepEqual(await links.listLinks(anna.id), all);
    assert.equal(await links.removeLink('h1'), true);
    assert.equal(await links.removeLink('h1'), false);
    assert.deepEqual(
      (await links.listLinks(anna.id)).map(({ hash }) => hash),
      ['h2', 'h3'],
    );
  });

  storeTest('ended links are forgotten with ended credentials', async ({ accounts }) => {
    const links = await accounts.links();
    const anna = await addUser(accounts, 'anna');
    await links.addLink(linkOf(anna, 'h1', { expiresAt: NOW + 5 }));
    await links.addLink(linkOf(anna, 'h2', { expiresAt: NOW + 6 }));
    await links.addLink(linkOf(anna, 'h3'));
    assert.equal(await accounts.removeExpired(NOW + 5), 1);
    assert.deepEqual(
      (await links.listLinks(anna.id)).map(({ hash }) => hash),
      ['h2', 'h3'],
    );
  });

  storeTest('the use of a link is written once a stretch of time', async ({ accounts }) => {
    const links = await accounts.links();
    const anna = await addUser(accounts, 'anna');
    await links.addLink(linkOf(anna, 'h1'));
    const usedAt = async () => (await links.findLink('h1'))!.link.lastUsedAt;
    for (const [now, expected] of [
      [NOW, NOW],
      [NOW + 59, NOW],
      [NOW + 60, NOW + 60],
      // The clock was set back.
      [NOW + 1, NOW + 60],
      [NOW, NOW],
    ] as const) {
      await links.noteLinkUse('h1', now, 60);
      assert.equal(await usedAt(), expected, `at ${now - NOW}`);
    }
    await links.noteLinkUse('gone', NOW, 60);
  });

  storeTest('links take part in a transaction', async ({ accounts }) => {
    const anna = await addUser(accounts, 'anna');
    const failing = accounts.transact(async (within) => {
      await (await within.links()).addLink(linkOf(anna, 'h1'));
      throw new Error('given up');
    });
    await assert.rejects(failing, /given up/);
    assert.equal(await (await accounts.links()).findLink('h1'), undefined);
  });
}
