// Users, plans and keys: each change asks for the operator's own password.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { GridtideClient } from '#client/programs/gridtide-client';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { PASSWORD } from '../open-explorer.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

describe('users and plans', () => {
  const explorer = openOperatorExplorer();

  explorer.it(
    'a plan is tried and made, and a user of it is added, with the own password',
    { faults: [/^403 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/users');
      await page.getByRole('button', { name: 'Add a plan…' }).click();
      const plan = page.getByRole('dialog', { name: 'Add a plan' });
      await plan.getByLabel('Name').fill('prices');
      await plan.getByLabel('Patterns of series').fill('*hrprice');
      await plan.getByText(/^Matches \d+ of 3\d\d series\.$/).waitFor();
      await visit.keepPicture('operator-plan');
      await plan.getByLabel('Your own password').fill('not-the-password');
      await plan.getByRole('button', { name: 'Add' }).click();
      await plan.getByText('this is not the password you sign in with').waitFor();
      await plan.getByLabel('Your own password').fill(PASSWORD);
      await plan.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('button', { name: 'Change plan prices' }).waitFor();

      await page.getByRole('button', { name: 'Add a user…' }).click();
      const user = page.getByRole('dialog', { name: 'Add a user' });
      await user.getByLabel('Name').fill('robot');
      await user.getByLabel('Plan').selectOption('prices');
      await user.getByLabel('Role').selectOption('writer');
      await user.getByLabel('Patterns of series to write').fill('de*, no*');
      await user.getByLabel('Service account: only keys, no sign-in').check();
      await user.getByLabel('Your own password').fill(PASSWORD);
      await user.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('cell', { name: 'writer of de*, no*' }).waitFor();
      await page.getByRole('cell', { name: 'active, service account' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Sign-in link for robot' }).count(), 0);
      await page.getByRole('button', { name: 'Keys of robot' }).click();
      await page.getByText('This user has no keys.').waitFor();
      await page.getByRole('button', { name: 'Make a key…' }).click();
      const key = page.getByRole('dialog', { name: 'Make a key for robot' });
      await key.getByLabel('Name of the key').fill('feed');
      await key.getByLabel('What it is good for').selectOption('writer');
      await key.getByLabel('Only these series: patterns, or nothing for all').fill('de*');
      await key.getByLabel('Your own password').fill(PASSWORD);
      await key.getByRole('button', { name: 'Make' }).click();
      await page.getByText(/^gtw_/).waitFor();
      await page.getByRole('row', { name: /^feed \(writer key\) de\*/ }).waitFor();
    },
  );

  explorer.itLong(
    'a key is made for a user and works, and a disabled user is shut out',
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/users');
      await page.getByRole('button', { name: 'Keys of demo-nordic' }).click();
      await page.getByRole('button', { name: 'Make a key…' }).click();
      const making = page.getByRole('dialog', { name: 'Make a key for demo-nordic' });
      await making.getByLabel('Name of the key').fill('report');
      await making.getByLabel('Last day').fill('2027-03-28');
      await making.getByLabel('Your own password').fill(PASSWORD);
      await making.getByRole('button', { name: 'Make' }).click();
      const key = await page.getByText(/^gtk_/).innerText();
      const program = new GridtideClient({ url: explorer.app.url, token: () => key });
      assert.equal((await program.account()).userName, 'demo-nordic');

      const row = page.getByRole('row', { name: /^report/ });
      await row.getByText('Mon 29 Mar 2027, 00:00').waitFor();
      await eventually(async () => {
        await page.getByRole('button', { name: 'Keys of demo', exact: true }).click();
        await page.getByRole('button', { name: 'Keys of demo-nordic' }).click();
        await row.waitFor();
        assert.ok(!(await row.innerText()).includes('never'));
      });

      await page.getByRole('button', { name: 'Change demo-nordic' }).click();
      const change = page.getByRole('dialog', { name: 'Change demo-nordic' });
      await change.getByLabel('Disabled: shut out at once').check();
      await change.getByLabel('Your own password').fill(PASSWORD);
      await change.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('cell', { name: 'disabled' }).waitFor();
      await assert.rejects(program.account(), { status: 401 });

      await page.getByRole('button', { name: 'Revoke report' }).click();
      const revoking = page.getByRole('dialog', { name: /^Revoke the key “report”/ });
      await revoking.getByLabel('Your own password').fill(PASSWORD);
      await revoking.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('This user has no keys.').waitFor();
    },
  );

  explorer.itLong(
    'a sign-in link that was made for a user signs another browser in once',
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/users');
      await page.getByRole('button', { name: 'Sign-in link for demo', exact: true }).click();
      const making = page.getByRole('dialog', { name: 'Make a sign-in link for demo?' });
      await making.getByLabel('Your own password').fill(PASSWORD);
      await making.getByRole('button', { name: 'Make' }).click();
      const card = page.getByRole('region', { name: 'Sign-in link for demo' });
      const link = await card
        .getByText(/\?code=/)
        .last()
        .innerText();
      await lookOver(visit, 'operator-link');
      const context = await page.context().browser()!.newContext();
      try {
        const other = await context.newPage();
        await other.goto(link);
        await other.getByRole('button', { name: 'demo', exact: true }).waitFor();
        await other.context().clearCookies();
        await other.goto(link);
        await other.getByText('The link did not sign you in.').waitFor();
      } finally {
        await context.close();
      }
      await card.getByRole('button', { name: 'Done' }).click();
      assert.equal(await page.getByText(/\?code=/).count(), 0);
    },
  );

  explorer.itLong('the page of users and plans looks right in every state', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/users');
    await page.getByRole('button', { name: 'Keys of demo', exact: true }).click();
    await page.getByText('This user has no keys.').waitFor();
    await lookOver(visit, 'operator-users');
  });

  explorer.itLong('the dialog of a plan looks right in every state', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/users');
    await page.getByRole('button', { name: 'Change plan nordic' }).click();
    await page.getByText(/^Matches \d+ of/).waitFor();
    await lookOver(visit, 'operator-plan');
  });
});
