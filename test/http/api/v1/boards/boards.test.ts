// Boards over HTTP: made, listed, read, changed and removed, and by whom.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { changePlan } from '#accounts/users';
import { PASSWORD, World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { openBrowser } from '../session/browser.ts';
import { BOARDS, makeBoard, PANEL, sendAs } from './board-requests.ts';

const NOW = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: NOW });
await world.addUser('anna', 'everything');
await world.addUser('bert', 'everything');

const CHANGE = { name: 'y', shared: false, panels: [], version: 1 };
const newestEntries = async (count: number) =>
  (await world.store.accounts.listEntries(count)).map(({ kind, actor, name, detail }) =>
    [kind, actor, name, detail].join(' | '),
  );

describe('a board', () => {
  it('a board is answered as it was made, with what was left out at its default', async () => {
    const { status, body, headers } = await sendAs(world, 'POST', BOARDS, {
      name: '  Morgen ☀ ',
      panels: [
        { view: PANEL.view },
        { ...PANEL, title: ' Preis ', part: 'figures', width: 'full' },
      ],
    });
    const { id, ...board } = body;
    assert.equal(status, 201);
    assert.match(id, /^[0-9a-f]{16}$/);
    assert.deepEqual(board, {
      ...{ name: 'Morgen ☀', shared: false, own: true, owner: 'trader', version: 1, changed: NOW },
      panels: [PANEL, { ...PANEL, title: 'Preis', part: 'figures', width: 'full' }],
    });
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual((await world.get(`${BOARDS}/${id}`)).body, { id, ...board });
  });

  it('a change replaces all of a board, and the next needs its version', async () => {
    const path = await makeBoard(world, { panels: [PANEL], shared: true });
    world.setNow('2024-05-17T10:01:00Z');
    const sent = { ...CHANGE, panels: [{ view: '/' }] };
    const changed = await sendAs(world, 'PUT', path, sent);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      { ...changed.body, id: undefined },
      {
        ...{ id: undefined, name: 'y', shared: false, own: true, owner: 'trader', version: 2 },
        ...{ changed: '2024-05-17T10:01:00Z', panels: [{ ...PANEL, view: '/' }] },
      },
    );
    assert.deepEqual((await world.get(path)).body, changed.body);
    const late = await sendAs(world, 'PUT', path, { ...sent, name: 'of another tab' });
    assertRefused(late, 409, 'board_changed');
    assert.match(late.body.detail, /version 1 was given, version 2 is stored/);
    assert.deepEqual((await world.get(path)).body, changed.body);
    assert.equal((await sendAs(world, 'PUT', path, { ...sent, version: 2 })).body.version, 3);
  });

  it('two tabs that save at once: one change is kept, the other is told', async () => {
    const path = await makeBoard(world);
    const names = Array.from({ length: 8 }, (_, i) => `tab ${i}`);
    const answers = await Promise.all(
      names.map((name) => sendAs(world, 'PUT', path, { ...CHANGE, name })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)]);
    const kept = answers.find(({ status }) => status === 200)!;
    assert.deepEqual((await world.get(path)).body, kept.body);
  });

  it('a removed board is unknown', async () => {
    const path = await makeBoard(world);
    const removed = await sendAs(world, 'DELETE', path);
    assert.equal(removed.status, 204);
    assert.equal(removed.text, '');
    assertRefused(await world.get(path), 404, 'board_unknown');
    assertRefused(await sendAs(world, 'DELETE', path), 404, 'board_unknown');
    assertRefused(await sendAs(world, 'PUT', path, CHANGE), 404, 'board_unknown');
  });

  it('each change of a board has an entry in the journal', async () => {
    const path = await makeBoard(world, { name: 'Eins', shared: true }, 'anna');
    await sendAs(world, 'PUT', path, { ...CHANGE, name: 'Zwei' }, 'anna');
    await sendAs(world, 'DELETE', path, undefined, 'anna');
    assert.deepEqual(await newestEntries(3), [
      'board-removed | anna | anna | Board "Zwei" was removed.',
      'board-changed | anna | anna | Board "Zwei" was changed. Its name was "Eins". It is no longer shared.',
      'board-added | anna | anna | Board "Eins" was made. It is shared with the plan now.',
    ]);
  });

  it('a user has at most 100 boards', async () => {
    await world.addUser('keen', 'germany');
    for (let i = 0; i < 100; i++) await makeBoard(world, {}, 'keen');
    const one = await sendAs(world, 'POST', BOARDS, { name: 'one more' }, 'keen');
    assertRefused(one, 400, 'field_invalid');
    assert.match(one.body.detail, /100 boards/);
    const { boards } = (await world.get(BOARDS, 'keen')).body;
    assert.equal(boards.length, 100);
    await sendAs(world, 'DELETE', `${BOARDS}/${boards[0].id}`, undefined, 'keen');
    await makeBoard(world, {}, 'keen');
  });
});

describe('who sees a board', () => {
  it('a list has own boards first, then those of the plan, without their panels', async () => {
    await world.addUser('lister', 'germany');
    await makeBoard(world, { name: 'of german', shared: true, panels: [PANEL] }, 'german');
    await makeBoard(world, { name: 'private' }, 'german');
    await makeBoard(world, { name: 'own', panels: [PANEL, PANEL] }, 'lister');
    const { boards } = (await world.get(BOARDS, 'lister')).body;
    type Listed = { name: string; own: boolean; owner: string; panels: number };
    assert.deepEqual(
      boards.map(({ name, own, owner, panels }: Listed) => [name, own, owner, panels]),
      [
        ['own', true, 'lister', 2],
        ['of german', false, 'german', 1],
      ],
    );
  });

  it('a shared board is read by the plan and changed by its owner alone', async () => {
    const path = await makeBoard(world, { shared: true }, 'anna');
    const { body } = await world.get(path, 'bert');
    assert.deepEqual([body.own, body.owner, body.shared], [false, 'anna', true]);
    assertRefused(await sendAs(world, 'PUT', path, CHANGE, 'bert'), 403, 'board_not_own');
    assertRefused(await sendAs(world, 'DELETE', path, undefined, 'bert'), 403, 'board_not_own');
    assert.equal((await world.get(path, 'anna')).body.version, 1);
  });

  it('a private board, a board of another plan and an unknown one are refused alike', async () => {
    const hidden = await makeBoard(world, {}, 'anna');
    const elsewhere = await makeBoard(world, { shared: true }, 'german');
    const unknown = [`${BOARDS}/0123456789abcdef`, `${BOARDS}/%00`, `${BOARDS}/${'x'.repeat(900)}`];
    for (const [method, sent] of [
      ['GET', undefined],
      ['PUT', CHANGE],
      ['DELETE', undefined],
    ] as const) {
      const told = new Set<string>();
      for (const path of [hidden, elsewhere, ...unknown]) {
        const answer = await sendAs(world, method, path, sent, 'bert');
        assertRefused(answer, 404, 'board_unknown');
        told.add(JSON.stringify({ ...answer.body, requestId: undefined }));
      }
      assert.equal(told.size, 1);
    }
  });

  it('the sharing of a board moves with its owner to another plan', async () => {
    await world.addUser('mover', 'everything');
    const path = await makeBoard(world, { shared: true }, 'mover');
    assert.equal((await world.get(path, 'bert')).status, 200);
    await changePlan(world.signIn.accounts, 'mover', 'germany');
    assertRefused(await world.get(path, 'bert'), 404, 'board_unknown');
    assert.equal((await world.get(path, 'german')).status, 200);
    assert.equal((await world.get(path, 'mover')).body.own, true);
  });
});

describe('how a board is changed', () => {
  it('a key reads boards and changes none', async () => {
    const path = await makeBoard(world);
    const headers = {
      authorization: `Bearer ${await world.key('trader', 'reader')}`,
      'content-type': 'application/json',
    };
    for (const url of [BOARDS, path]) {
      assert.equal((await world.get(url, null, headers)).status, 200);
    }
    for (const [method, url, sent] of [
      ['POST', BOARDS, { name: 'x' }],
      ['PUT', path, CHANGE],
      ['DELETE', path, {}],
    ] as const) {
      const answer = await world.raw({ method, url, headers, payload: JSON.stringify(sent) });
      assertRefused(answer, 403, 'session_needed');
    }
  });

  it('a session changes boards, unless another site sends its cookie', async () => {
    const browser = await openBrowser(world);
    const made = await browser.send('POST', BOARDS, { body: { name: 'x' } });
    assert.equal(made.status, 201, made.text);
    const path = `${BOARDS}/${made.body.id}`;
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const [method, url, body] of [
      ['POST', BOARDS, { name: 'x' }],
      ['PUT', path, CHANGE],
      ['DELETE', path, {}],
      ['GET', path, undefined],
    ] as const) {
      const answer = await browser.send(method, url, { headers, ...(body ? { body } : {}) });
      assertRefused(answer, 403, 'cross_site_refused');
    }
    assert.equal((await browser.send('PUT', path, { body: CHANGE })).status, 200);
  });

  it('a caller without a token sees no board', async () => {
    assertRefused(await world.get(BOARDS, null), 401, 'token_missing');
  });
});

describe('what is refused of a board', () => {
  it('unknown fields are refused, with the one that may be meant', async () => {
    const answer = await sendAs(world, 'POST', BOARDS, { name: 'x', pannels: [] });
    assertRefused(answer, 400, 'field_unknown');
    assert.match(answer.body.detail, /did you mean panels\?/);
    const inner = await sendAs(world, 'POST', BOARDS, { name: 'x', panels: [{ vew: '/' }] });
    assertRefused(inner, 400, 'field_unknown');
    assert.equal(inner.body.errors[0].field, 'panels.0.vew');
    assertRefused(await world.get(`${BOARDS}?limit=1`), 400, 'field_unknown');
    const removing = await sendAs(world, 'DELETE', `${await makeBoard(world)}?force=1`);
    assertRefused(removing, 400, 'field_unknown');
  });

  it('each field that a change lacks is named', async () => {
    const path = await makeBoard(world);
    for (const field of ['name', 'shared', 'panels', 'version']) {
      const { [field as 'name']: _, ...sent } = CHANGE;
      const answer = await sendAs(world, 'PUT', path, sent);
      assertRefused(answer, 400, 'field_missing');
      assert.equal(answer.body.errors[0].field, field);
    }
    assertRefused(await sendAs(world, 'POST', BOARDS, {}), 400, 'field_missing');
  });

  for (const [what, sent] of [
    ['a list as the body', []],
    ['null as the body', null],
    ['a number as the name', { name: 1 }],
    ['a text as shared', { name: 'x', shared: 'true' }],
    ['panels that are no list', { name: 'x', panels: {} }],
    ['a panel that is null', { name: 'x', panels: [null] }],
    ['a view that is a number', { name: 'x', panels: [{ view: 1 }] }],
  ] as const) {
    it(`${what} is refused as a wrong type`, async () => {
      assertRefused(await sendAs(world, 'POST', BOARDS, sent), 400, 'type_invalid');
    });
  }

  it('versions that no store can have are refused', async () => {
    const path = await makeBoard(world);
    for (const version of [0, -1, 2 ** 53, 1e300]) {
      const answer = await sendAs(world, 'PUT', path, { ...CHANGE, version });
      assertRefused(answer, 409, 'board_changed');
    }
    const half = await sendAs(world, 'PUT', path, { ...CHANGE, version: 1.5 });
    assertRefused(half, 400, 'type_invalid');
  });

  it('a board at every bound is stored, and a body above 64 KiB is refused', async () => {
    const panel = { ...PANEL, view: `/s/x?${'y'.repeat(1_995)}`, title: 'z'.repeat(120) };
    const sent = { name: 'n'.repeat(80), panels: Array(24).fill(panel) };
    const { status, body, text } = await sendAs(world, 'POST', BOARDS, sent);
    assert.equal(status, 201, text);
    assert.deepEqual(body.panels, sent.panels);
    assert.equal(body.name, sent.name);
    const large = { ...sent, name: '€'.repeat(5_000) };
    assertRefused(await sendAs(world, 'POST', BOARDS, large), 413, 'body_too_large');
  });

  it('a board of a user who is disabled stays with the plan', async () => {
    await world.addUser('leaver', 'everything');
    const path = await makeBoard(world, { shared: true }, 'leaver');
    await world.signIn.accounts.updateUser('leaver', { isDisabled: true });
    assert.equal((await world.get(path, 'bert')).status, 200);
    const sent = { username: 'leaver', password: PASSWORD };
    assertRefused(await world.post('/api/v1/auth', sent, null), 401, 'invalid_credentials');
  });
});
