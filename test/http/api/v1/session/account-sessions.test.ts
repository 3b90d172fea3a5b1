// The list of one's sessions, and ending them.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { Browser, OWN_PAGE, openBrowser } from './browser.ts';

const NOW = '2024-05-17T10:00:00Z';
const PATH = '/api/v1/account/sessions';
const world = await World.open({ after }, { now: NOW });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('one’s sessions', () => {
  it('each session is listed with its browser, address and times, and the current one is marked', async () => {
    await world.addUser('lister', 'everything');
    const other = new Browser(world);
    const headers = { ...OWN_PAGE, 'user-agent': FIREFOX };
    await other.signIn('lister', {}, { headers, address: '198.51.100.7' });
    const own = await openBrowser(world, 'lister');
    const { body } = await own.get(PATH);
    const facts = body.map((each: Record<string, unknown>) => ({ ...each, id: undefined }));
    const times = { made: NOW, lastUsed: NOW, expires: '2024-05-17T22:00:00Z', id: undefined };
    const expected = [
      { ...times, current: true, address: '127.0.0.1', browser: 'another program' },
      { ...times, current: false, address: '198.51.100.7', browser: 'Firefox on Windows' },
    ];
    const byAddress = (a: { address: string }, b: { address: string }) =>
      a.address < b.address ? -1 : 1;
    assert.deepEqual(facts.sort(byAddress), expected);
    for (const { id } of body) assert.match(id, /^[0-9a-f]{16}$/);
  });

  it('a token lists sessions too, none of them current', async () => {
    await openBrowser(world);
    const { body } = await world.get(PATH);
    assert.ok(body.length > 0);
    assert.ok(body.every(({ current }: { current: boolean }) => !current));
  });

  it('a session that is ended by its id is refused from then on', async () => {
    const [own, other] = [await openBrowser(world), await openBrowser(world)];
    const [{ id }] = (await other.get(PATH)).body.filter(
      ({ current }: { current: boolean }) => current,
    );
    assert.deepEqual((await own.send('DELETE', `${PATH}/${id}`)).body, { ended: 1 });
    assert.equal(await other.isSignedIn(), false);
    assert.ok(await own.isSignedIn());
    assertRefused(await own.send('DELETE', `${PATH}/${id}`), 404, 'session_unknown');
  });

  it('no user ends the session of another', async () => {
    const [own, other] = [await openBrowser(world, 'german'), await openBrowser(world)];
    const [{ id }] = (await other.get(PATH)).body;
    assertRefused(await own.send('DELETE', `${PATH}/${id}`), 404, 'session_unknown');
    await own.send('DELETE', PATH);
    assert.ok(await other.isSignedIn());
  });

  it('ending all others keeps the session that asks', async () => {
    await world.addUser('many', 'everything');
    const own = await openBrowser(world, 'many');
    const others = [await openBrowser(world, 'many'), await openBrowser(world, 'many')];
    assert.deepEqual((await own.send('DELETE', PATH)).body, { ended: 2 });
    assert.ok(await own.isSignedIn());
    for (const other of others) assert.equal(await other.isSignedIn(), false);
  });

  it('a key ends no session', async () => {
    const key = await world.key('trader', 'ender');
    const headers = { authorization: `Bearer ${key}` };
    const answer = await world.raw({ method: 'DELETE', url: PATH, headers });
    assertRefused(answer, 403, 'session_needed');
  });
});
