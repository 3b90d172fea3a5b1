// What the log and the figures say of sign-ins.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { PASSWORD, World } from '../../../../harness/world/world.ts';

async function openLogged(t: TestContext, plainUserNames?: boolean) {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const world = await World.open(t, {
    now: '2024-05-17T10:00:00Z',
    logger,
    ...(plainUserNames === undefined ? {} : { plainUserNames }),
  });
  const signIn = (username: string, password: string) =>
    world.raw({
      method: 'POST',
      url: '/api/v1/auth',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '198.51.100.7',
      payload: JSON.stringify({ username, password }),
    });
  const failures = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'sign-in failed')
      .map(({ user, address, outcome, level }) => ({ user, address, outcome, level }));
  return { world, signIn, failures };
}

const WARN = 40;
const address = '198.51.100.7';

describe('reports of sign-ins', () => {
  it('a failed sign-in is logged with a hash of the user’s name and the address', async (t) => {
    const { signIn, failures } = await openLogged(t);
    await signIn('Trader', 'wrong');
    await signIn('trader', PASSWORD);
    // printf trader | sha256sum | cut -c1-16
    const user = 'sha256:c40e36253c9be87e';
    assert.deepEqual(failures(), [{ user, address, outcome: 'wrong', level: WARN }]);
  });

  it('names are logged as they were given if the operator wants that, and only with a name’s form', async (t) => {
    const { signIn, failures } = await openLogged(t, true);
    await signIn('Trader', 'wrong');
    await signIn('a password typed here', 'wrong');
    assert.equal(failures()[0]!.user, 'Trader');
    assert.match(failures()[1]!.user, /^sha256:[0-9a-f]{16}$/);
  });

  it('throttled sign-ins and wrong passwords for a key are logged and counted too', async (t) => {
    const { world, signIn, failures } = await openLogged(t, true);
    for (let i = 0; i < 22; i++) await signIn('trader', 'wrong');
    await world.post('/api/v1/account/keys', { name: 'n', password: 'wrong' }, 'german');
    const outcomes = failures().map(({ user, outcome }) => `${user} ${outcome}`);
    assert.deepEqual(outcomes.slice(19), [
      'trader wrong',
      'trader throttled',
      'trader throttled',
      'german wrong',
    ]);
    const { text } = await world.get('/metrics', null);
    const countOf = (outcome: string): number =>
      Number(
        new RegExp(`^gridtide_sign_ins_total\\{.*outcome="${outcome}".*\\} (\\d+)$`, 'm').exec(
          text,
        )?.[1],
      );
    assert.deepEqual(['accepted', 'wrong', 'throttled'].map(countOf), [1, 21, 2]);
  });

  it('a failed sign-in is in the audit with its address', async (t) => {
    const { world, signIn } = await openLogged(t);
    await signIn('trader', 'wrong');
    await world.signIn.audit.flush();
    const [entry] = await world.store.accounts.listEntries(1);
    assert.deepEqual([entry?.kind, entry?.name], ['sign-in-failed', 'trader']);
    assert.equal(entry?.actor, 'caller at 198.51.100.7');
  });
});
