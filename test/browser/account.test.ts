// Account: the plan and its use, and keys for programs.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { GridtideClient } from '#client/programs/gridtide-client';
import { eventually } from './eventually.ts';
import { lookOver } from './look-over.ts';
import { openExplorer, PASSWORD } from './open-explorer.ts';

describe('the account', () => {
  const explorer = openExplorer();

  explorer.it('the account page shows the plan, its limits and their use', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo-nordic');
    const { plan } = await api.account();
    await visit.open('/account', 'demo-nordic');
    await visit.keepPicture('account');
    const card = page.getByRole('region', { name: 'Plan' });
    const text = (await card.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /^Plan nordic /);
    for (const pattern of plan.series) assert.ok(text.includes(pattern), pattern);
    assert.ok(text.includes(`${plan.requestsPerMinute} a minute`), text);
    assert.ok(text.includes(`${plan.pointsPerAnswer.toLocaleString('en-GB')} an answer`), text);
    const meter = page.getByRole('meter', { name: 'Requests used this minute' });
    assert.equal(await meter.getAttribute('aria-valuemax'), String(plan.requestsPerMinute));
    assert.ok(Number(await meter.getAttribute('aria-valuenow')) > 0);
    await page.getByRole('heading', { name: 'This session' }).waitFor();
  });

  explorer.it(
    'the account page makes a key that works, shows it once, and revokes it',
    async (visit) => {
      const { page } = visit;
      await visit.open('/account');
      await page.getByText('You have no keys.').waitFor();
      await page.getByLabel('Name of a new key').fill('nightly report');
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      const field = page.getByLabel('Key nightly report');
      const key = await field.inputValue();
      assert.match(key, /^gtk_/);
      const program = new GridtideClient({ url: explorer.app.url, token: () => key });
      assert.equal((await program.account()).credential.name, 'nightly report');
      await page.getByRole('cell', { name: 'nightly report', exact: true }).waitFor();
      await visit.keepPicture('account-key');

      await page.getByRole('button', { name: 'Done' }).click();
      await page.reload();
      await visit.rest();
      assert.ok(!(await page.content()).includes(key), 'the key is not shown again');

      await page.getByRole('button', { name: 'Revoke nightly report' }).click();
      const dialog = page.getByRole('dialog', { name: /Revoke the key “nightly report”/ });
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await program.account();
      await page.getByRole('button', { name: 'Revoke nightly report' }).click();
      await dialog.getByLabel('Your password').fill(PASSWORD);
      await visit.keepPicture('account-revoke');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('You have no keys.').waitFor();
      await assert.rejects(program.account(), { status: 401 });
    },
  );

  explorer.itLong('a key of a smaller plan is listed with the patterns it reads', async (visit) => {
    const { page } = visit;
    await visit.open('/account', 'demo-nordic');
    await page.getByText('Role').waitFor();
    await page.getByLabel('Name of a new key').fill('north');
    await page.getByLabel('Only these series').fill('no*, *price');
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Make key' }).click();
    const row = page.getByRole('row', { name: /^north/ });
    const { plan } = await (await explorer.askAs('demo-nordic')).account();
    await row.getByText(`read what matches ${plan.series.join(', ')} and no*, *price`).waitFor();
    const key = await page.getByLabel('Key north').inputValue();
    const program = new GridtideClient({ url: explorer.app.url, token: () => key });
    assert.deepEqual((await program.account()).credential.series, ['no*', '*price']);
    await visit.keepPicture('account-key-patterns');
  });

  explorer.itLong(
    'a key with a last day is listed with its end and its last use',
    { faults: [/^400 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/account');
      await page.getByLabel('Name of a new key').fill('trial');
      await page.getByLabel('Last day').fill('2026-11-01');
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByRole('alert').getByText('"2026-11-01" is past').waitFor();
      await page.getByLabel('Last day').fill('2026-12-31');
      await page.getByRole('button', { name: 'Make key' }).click();
      const key = await page.getByLabel('Key trial').inputValue();
      const row = page.getByRole('row', { name: /^trial/ });
      await row.getByText('Fri 1 Jan 2027, 00:00').waitFor();
      await row.getByText('never').waitFor();
      await row.getByText('read every series').waitFor();
      const program = new GridtideClient({ url: explorer.app.url, token: () => key });
      await program.account();
      await eventually(async () => {
        await visit.open('/account');
        assert.match(await row.innerText(), /Fri 13 Nov 2026, 10:\d\d/);
        assert.ok(!(await row.innerText()).includes('never'));
      });
      await lookOver(visit, 'account-keys');
    },
  );

  explorer.itLong(
    'a second key of the same name is refused beneath the field',
    { faults: [/^409 /] },
    async ({ page, open }) => {
      await open('/account', 'demo-nordic');
      const name = page.getByLabel('Name of a new key');
      for (let time = 0; time < 2; time++) {
        await name.fill('twice');
        await page.getByLabel('Your password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Make key' }).click();
        await page.getByRole('cell', { name: 'twice', exact: true }).waitFor();
      }
      await page.locator('#account-key-note.bad').waitFor();
      assert.equal(await name.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.getByRole('cell', { name: 'twice', exact: true }).count(), 1);
    },
  );

  explorer.itLong(
    'a wrong password is refused beneath its field, makes no key and keeps the session',
    { faults: [/^403 /] },
    async ({ page, open }) => {
      await open('/account', 'demo-nordic');
      await page.getByLabel('Name of a new key').fill('stolen');
      const password = page.getByLabel('Your password');
      await password.fill('not-the-password');
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByText('this is not the password you sign in with').waitFor();
      assert.equal(await password.getAttribute('aria-invalid'), 'true');
      assert.equal(await page.getByRole('cell', { name: 'stolen' }).count(), 0);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  );
});
