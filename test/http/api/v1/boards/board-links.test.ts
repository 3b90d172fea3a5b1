// Links to pictures over HTTP: who makes, sees and ends them.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { resolvePictureLink } from '#accounts/boards/picture-link';
import { PASSWORD, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { openBrowser } from '../session/browser.ts';
import { makeBoard, sendAs } from './board-requests.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
await world.addUser('anna', 'everything');

const secretOf = ({ picture }: { picture: string }): string =>
  /^\/api\/v1\/pictures\/(gtl_\w+)\.png$/.exec(picture)![1]!;
const opens = async (secret: string): Promise<boolean> =>
  (await resolvePictureLink(world.store.accounts, secret, world.now)) !== undefined;

describe('links to pictures', () => {
  it('a link is shown once with its secret, and listed without', async () => {
    const path = await makeBoard(world);
    const made = await sendAs(world, 'POST', `${path}/links`, { days: 2 });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['cache-control'], 'no-store');
    const { id, ends } = made.body;
    assert.match(id, /^[0-9a-f]{16}$/);
    assert.equal(ends, '2024-05-19T10:00:00Z');
    assert.ok(await opens(secretOf(made.body)));
    const listed = await sendAs(world, 'GET', `${path}/links`);
    assert.deepEqual(listed.body, { links: [{ id, made: NOW, ends, lastUsed: NOW }] });
    assert.equal(listed.text.includes(secretOf(made.body)), false);
  });

  it('a link lasts 30 days if the body names none, and wrong days are refused', async () => {
    const path = `${await makeBoard(world)}/links`;
    assert.equal((await sendAs(world, 'POST', path, {})).body.ends, '2024-06-16T10:00:00Z');
    for (const days of [0, 367, -1]) {
      const answer = await sendAs(world, 'POST', path, { days });
      assertRefused(answer, 400, 'field_invalid');
      assert.equal(answer.body.errors[0].field, 'days');
    }
    for (const days of ['30', 1.5, null]) {
      assertRefused(await sendAs(world, 'POST', path, { days }), 400, 'type_invalid');
    }
    assertRefused(await sendAs(world, 'POST', path, { day: 3 }), 400, 'field_unknown');
  });

  it('a link is ended by its id', async () => {
    const path = `${await makeBoard(world)}/links`;
    const { body } = await sendAs(world, 'POST', path, {});
    const ended = await sendAs(world, 'DELETE', `${path}/${body.id}`);
    assert.equal(ended.status, 204);
    assert.equal(ended.text, '');
    assert.equal(await opens(secretOf(body)), false);
    assertRefused(await sendAs(world, 'DELETE', `${path}/${body.id}`), 404, 'link_unknown');
  });

  it('a link is not ended under the address of another board', async () => {
    const [own, other] = [await makeBoard(world), await makeBoard(world)];
    const { body } = await sendAs(world, 'POST', `${own}/links`, {});
    const answer = await sendAs(world, 'DELETE', `${other}/links/${body.id}`);
    assertRefused(answer, 404, 'link_unknown');
    assert.ok(await opens(secretOf(body)));
  });

  it('links of a shared board are its owner’s alone', async () => {
    const path = `${await makeBoard(world, { shared: true })}/links`;
    const { body } = await sendAs(world, 'POST', path, {});
    for (const [method, url, sent] of [
      ['GET', path, undefined],
      ['POST', path, {}],
      ['DELETE', `${path}/${body.id}`, undefined],
    ] as const) {
      assertRefused(await sendAs(world, method, url, sent, 'anna'), 403, 'board_not_own');
      assertRefused(await sendAs(world, method, url, sent, 'german'), 404, 'board_unknown');
    }
    assert.ok(await opens(secretOf(body)));
  });

  it('a key neither makes, lists nor ends links', async () => {
    const path = `${await makeBoard(world)}/links`;
    const { body } = await sendAs(world, 'POST', path, {});
    const headers = { authorization: `Bearer ${await world.key('trader', 'reader')}` };
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', `${path}/${body.id}`],
    ] as const) {
      assertRefused(await world.raw({ method, url, headers }), 403, 'session_needed');
    }
    const sent = { ...headers, 'content-type': 'application/json' };
    const made = await world.raw({ method: 'POST', url: path, headers: sent, payload: '{}' });
    assertRefused(made, 403, 'session_needed');
  });

  it('a session makes links, unless another site sends its cookie', async () => {
    const path = `${await makeBoard(world)}/links`;
    const browser = await openBrowser(world);
    const headers = { origin: 'https://other.example' };
    const foreign = await browser.send('POST', path, { headers, body: {} });
    assertRefused(foreign, 403, 'cross_site_refused');
    assert.equal((await browser.send('POST', path, { body: {} })).status, 201);
  });

  it('a link makes no caller: its secret is refused as a token', async () => {
    const path = `${await makeBoard(world)}/links`;
    const { body } = await sendAs(world, 'POST', path, {});
    const headers = { authorization: `Bearer ${secretOf(body)}` };
    assertRefused(await world.get('/api/v1/boards', null, headers), 401, 'token_invalid');
  });

  it('a password changed on the page ends the links made since the last one', async () => {
    await world.addUser('changer', 'everything');
    const path = `${await makeBoard(world, {}, 'changer')}/links`;
    const { body } = await sendAs(world, 'POST', path, {}, 'changer');
    assert.ok(await opens(secretOf(body)));
    const browser = await openBrowser(world, 'changer');
    const sent = { password: PASSWORD, newPassword: 'wind over the Kattegat' };
    const changed = await browser.send('POST', '/api/v1/account/password', { body: sent });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await opens(secretOf(body)), false);
    assert.deepEqual((await browser.get(path)).body, { links: [] });
  });

  it('each link that is made or ended has an entry in the journal, without its secret', async () => {
    const path = `${await makeBoard(world, { name: 'Morning' }, 'anna')}/links`;
    const { body } = await sendAs(world, 'POST', path, { days: 1 }, 'anna');
    await sendAs(world, 'DELETE', `${path}/${body.id}`, undefined, 'anna');
    const entries = await world.store.accounts.listEntries(2);
    assert.deepEqual(
      entries.map(({ kind, name, detail }) => [kind, name, detail]),
      [
        ['link-ended', 'anna', 'A link to pictures of board "Morning" was ended.'],
        [
          'link-added',
          'anna',
          'A link to pictures of board "Morning" was made. It ends at 2024-05-18T10:00:00Z.',
        ],
      ],
    );
  });
});
