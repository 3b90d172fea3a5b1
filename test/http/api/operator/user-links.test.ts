// /api/operator/users/{name}/links: the operator sees and revokes the links of users.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { assertRefused } from '../../request/assert-refused.ts';
import { look, makeLink, NOW, openLinkWorld, PRICE } from '../v1/links/link-world.ts';

const world = await openLinkWorld({ after });
const { accounts } = world.store;
const trader = (await accounts.findUser('trader'))!;
const key = await addKey(accounts, trader, 'desk', world.now, { isOperator: true });
const operate = (method: string, path: string) =>
  world.raw({
    method,
    url: `/api/operator/users/${path}`,
    headers: { authorization: `Bearer ${key}` },
  });

describe('links of users', () => {
  it('the operator lists the links of a user and revokes one', async () => {
    const { id, link } = await makeLink(world, { from: 'today' }, { as: 'german', name: 'Mine' });
    const listed = await operate('GET', 'german/links');
    assert.equal(listed.status, 200, listed.text);
    const times = { created: NOW, lastUsed: null, expires: null };
    const entry = { id, name: 'Mine', path: PRICE, query: { from: 'today' }, ...times };
    assert.deepEqual(listed.body, { links: [entry] });
    assert.ok(!listed.text.includes('gtl_'));
    assertRefused(await operate('DELETE', `trader/links/${id}`), 404, 'link_unknown');
    assert.equal((await look(world, link)).status, 200);
    const revoked = await operate('DELETE', `GERMAN/links/${id}`);
    assert.deepEqual([revoked.status, revoked.body], [200, { user: 'german', revoked: id }]);
    assertRefused(await look(world, link), 404, 'link_unknown');
    const [entryOfJournal] = await accounts.listEntries(1);
    assert.deepEqual(
      [entryOfJournal!.actor, entryOfJournal!.kind, entryOfJournal!.name],
      ['trader', 'link-ended', 'german'],
    );
  });

  it('a user who does not exist has no links', async () => {
    assertRefused(await operate('GET', 'nobody/links'), 404, 'user_unknown');
    const path = 'nobody/links/0123456789abcdef';
    assertRefused(await operate('DELETE', path), 404, 'user_unknown');
  });
});
