// The operator sees the links for spreadsheets of a user and revokes one, with the own password.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { PASSWORD } from '../open-explorer.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

describe('links of users', () => {
  const explorer = openOperatorExplorer();

  explorer.it('a link of a user is listed and revoked', async (visit) => {
    const { page } = visit;
    const user = await explorer.askAs('demo');
    const path = '/api/v1/series/dehrprice';
    const { link } = await user.links.add({ path, query: { from: 'today' }, name: 'Prices' });
    const read = async (): Promise<number> => (await fetch(explorer.app.url + link)).status;
    assert.equal(await read(), 200);
    await visit.open('/operator/users');
    await page.getByRole('button', { name: 'Keys of demo', exact: true }).click();
    const card = page.getByRole('region', { name: 'Links of demo' });
    await card.getByText('dehrprice, from today').waitFor();
    await visit.keepPicture('operator-user-links');
    await card.getByRole('button', { name: 'Revoke the link Prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the link “Prices” of demo?' });
    await dialog.getByLabel('Your own password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await card.getByText('This user has no links for spreadsheets.').waitFor();
    assert.equal(await read(), 404);
  });
});
