import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCaller } from '#accounts/authenticate';
import { changePassword } from '#accounts/password-changes';
import { verifyPassword } from '#accounts/passwords';
import { signIn } from '#accounts/sign-in';
import { openSignInService } from '#accounts/sign-in-service';
import { addUser, changePlan, disableUser, enableUser } from '#accounts/users';
import { Refusal } from '#core/errors';
import { openAccounts, openAccountsWithAnna, PASSWORD, START } from './open-accounts.ts';

const refusesField = (field: string, said: RegExp) => (error: unknown) =>
  error instanceof Refusal &&
  error.code === 'field_invalid' &&
  error.faults[0]?.field === field &&
  said.test(error.message);

describe('a user', () => {
  it('a user is added with a name, a plan and a hashed password', async (t) => {
    const accounts = await openAccounts(t);
    const draft = { name: 'Anna', password: PASSWORD, planName: 'german' };
    const anna = await addUser(accounts, draft, START);
    const { passwordHash, id, ...rest } = (await accounts.findUser('ANNA'))!;
    assert.deepEqual(rest, {
      name: 'Anna',
      planName: 'german',
      isDisabled: false,
      role: 'reader',
      writePatterns: [],
      isService: false,
      createdAt: START,
    });
    assert.equal(id, anna.id);
    assert.equal(await verifyPassword(PASSWORD, passwordHash), true);
  });

  it('a user may have no password', async (t) => {
    const accounts = await openAccounts(t);
    const robot = { name: 'robot', password: null, planName: 'german' };
    assert.equal((await addUser(accounts, robot, START)).passwordHash, null);
  });

  it('a user’s name may be an e-mail address', async (t) => {
    const accounts = await openAccounts(t);
    for (const name of ['anna.larsen+wind@example.com', 'x', '7', 'a'.repeat(64)]) {
      const user = await addUser(accounts, { name, password: null, planName: 'german' }, START);
      assert.equal(user.name, name);
    }
  });

  it('a user is refused under a name that breaks the rule', async (t) => {
    const accounts = await openAccounts(t);
    for (const name of ['', ' anna', 'an na', '.anna', 'ännä', 'anna\n', 'a'.repeat(65)]) {
      await assert.rejects(
        addUser(accounts, { name, password: null, planName: 'german' }, START),
        refusesField('name', /1 to 64/),
      );
    }
    assert.deepEqual(await accounts.listUsers(), []);
  });

  it('a user is refused under a name that is taken, in upper or lower case', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    await assert.rejects(
      addUser(accounts, { name: 'aNNa', password: null, planName: 'german' }, START),
      refusesField('name', /exists already/),
    );
  });

  it('a user is refused on a plan that does not exist, by naming the existing ones', async (t) => {
    const accounts = await openAccounts(t);
    const rejection = assert.rejects(
      addUser(accounts, { name: 'anna', password: PASSWORD, planName: 'gold' }, START),
      (error) =>
        refusesField('plan', /"gold".*everything, german/)(error) &&
        String((error as Refusal).faults[0]?.allowed) === 'everything,german',
    );
    await rejection;
    assert.deepEqual(await accounts.listUsers(), []);
  });

  it('a user is refused with a weak password', async (t) => {
    const accounts = await openAccounts(t);
    await assert.rejects(
      addUser(accounts, { name: 'anna', password: 'short', planName: 'german' }, START),
      refusesField('password', /12 to 128/),
    );
    const longName = 'anna.larsen@example';
    await assert.rejects(
      addUser(accounts, { name: longName, password: longName, planName: 'german' }, START),
      refusesField('password', /user name/),
    );
  });

  it('a user is signed out everywhere by a new password, and signs in only with that', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const attempt = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
    const tokens = [await signIn(service, attempt, START), await signIn(service, attempt, START)];
    await changePassword(accounts, 'ANNA', 'wind over Kattegat');
    for (const { token } of tokens) {
      assert.equal(await findCaller(accounts, token, START), undefined);
    }
    await assert.rejects(signIn(service, attempt, START), { code: 'invalid_credentials' });
    await signIn(service, { ...attempt, password: 'wind over Kattegat' }, START);
  });

  it('a user keeps password and tokens when the new password is refused', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const attempt = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
    const { token } = await signIn(service, attempt, START);
    await assert.rejects(
      changePassword(accounts, 'anna', 'password1234'),
      refusesField('password', /first/),
    );
    assert.ok(await findCaller(accounts, token, START));
  });

  it('a user who is disabled is shut out at once', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const service = openSignInService(accounts);
    const attempt = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
    const { token } = await signIn(service, attempt, START);
    assert.equal((await disableUser(accounts, 'anna')).isDisabled, true);
    assert.equal(await findCaller(accounts, token, START), undefined);
    assert.equal((await enableUser(accounts, 'anna')).isDisabled, false);
    assert.equal(await findCaller(accounts, token, START), undefined, 'the token is gone for good');
    assert.ok(await signIn(service, attempt, START));
  });

  it('a user reads by another plan as soon as it is changed', async (t) => {
    const { accounts } = await openAccountsWithAnna(t);
    const attempt = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
    const { token } = await signIn(openSignInService(accounts), attempt, START);
    await changePlan(accounts, 'anna', 'everything');
    assert.equal((await findCaller(accounts, token, START))?.plan.name, 'everything');
    await assert.rejects(changePlan(accounts, 'anna', 'gold'), refusesField('plan', /"gold"/));
  });

  it('a user who does not exist cannot be changed', async (t) => {
    const accounts = await openAccounts(t);
    const said = refusesField('name', /no user "bert"/);
    await assert.rejects(changePassword(accounts, 'bert', PASSWORD), said);
    await assert.rejects(disableUser(accounts, 'bert'), said);
    await assert.rejects(changePlan(accounts, 'bert', 'german'), said);
  });
});
