// GET /api/v1/pictures/{picture}: who sees what by a link, for how long, and what is refused.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { pino } from 'pino';
import { changePlan, disableUser } from '#accounts/users';
import { sequence, World } from '../../../harness/world/world.ts';
import { parseSvg } from '../../pictures/parse-svg.ts';
import { assertRefused } from '../request/assert-refused.ts';

const NOW = '2026-11-13T09:00:00Z';
const log: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
const world = await World.open({ after }, { now: NOW, logger });
const FIRST = '2026-11-01T23:00:00Z';
await world.load({ code: 'dehrprice', from: FIRST, values: sequence(300) });
await world.load({ code: 'frhrprice', from: FIRST, values: sequence(300) });

interface Made {
  readonly boardId: string;
  readonly linkId: string;
  /** The address without its ending. */
  readonly address: string;
  readonly secret: string;
}

/** Makes a board of a user with a link to its pictures. */
async function makeLink(user: string, views: readonly string[], days = 30): Promise<Made> {
  const panels = views.map((view) => ({ view, title: '', part: 'view', width: 'half' }));
  const board = await world.post(
    '/api/v1/boards',
    { name: 'Morning', shared: false, panels },
    user,
  );
  assert.equal(board.status, 201, board.text);
  const link = await world.post(`/api/v1/boards/${board.body.id}/links`, { days }, user);
  assert.equal(link.status, 201, link.text);
  const address = link.body.picture.replace(/\.png$/, '');
  const secret = address.split('/').at(-1);
  return { boardId: board.body.id, linkId: link.body.id, address, secret };
}

const look = (address: string, headers: Record<string, string> = {}) =>
  world.get(address, null, headers);

const textsOf = async (address: string): Promise<readonly string[]> => {
  const { status, text } = await look(address);
  assert.equal(status, 200, text);
  return parseSvg(text).texts;
};

suite('a board as a picture', () => {
  test('a link shows the board as PNG and as SVG, without a token', async () => {
    const { address } = await makeLink('trader', ['/s/dehrprice']);
    const drawing = await look(`${address}.svg?width=500`);
    assert.equal(drawing.headers['content-type'], 'image/svg+xml');
    assert.equal(parseSvg(drawing.text).elements[0]!.attributes.width, '500');
    const answer = await world.app.inject({ method: 'GET', url: `${address}.png?width=500` });
    assert.equal(answer.headers['content-type'], 'image/png');
    assert.equal(answer.rawPayload.readUInt32BE(16), 500);
  });

  test('pictures are kept for a minute, by readers too, and may be shown by other sites', async () => {
    const { address } = await makeLink('trader', ['/s/dehrprice']);
    const first = await look(`${address}.svg`);
    assert.equal(first.headers['cache-control'], 'private, max-age=60');
    assert.equal(first.headers['cross-origin-resource-policy'], 'cross-origin');
    world.setNow('2026-11-13T09:00:59Z');
    const etag = String(first.headers.etag);
    const again = await look(`${address}.svg`, { 'if-none-match': etag });
    assert.equal(again.status, 304);
    world.setNow('2026-11-13T09:01:01Z');
    assert.notEqual((await look(`${address}.svg`)).headers.etag, etag);
    world.setNow(NOW);
  });

  test('options are read, and each wrong one is refused by name', async () => {
    const { address } = await makeLink('trader', ['/s/dehrprice', '/s/frhrprice']);
    const dark = await look(`${address}.svg?theme=DARK&panel=2`);
    assert.match(dark.text, /#0e1318/);
    assert.ok(!parseSvg(dark.text).texts.some((text) => text.includes('dehrprice')));
    for (const query of [
      'width=399',
      'width=2001',
      'width=wide',
      'theme=dusk',
      'panel=0',
      'panel=3',
    ])
      assertRefused(await look(`${address}.svg?${query}`), 400, 'field_invalid');
    const both = await look(`${address}.png?width=1&theme=x`);
    assert.deepEqual(
      both.body.errors.map(({ field }: { field: string }) => field),
      ['width', 'theme'],
    );
  });

  test('an unknown secret, another ending and a link that was ended are the same 404', async () => {
    const { address, boardId, linkId, secret } = await makeLink('trader', ['/s/dehrprice']);
    const wrong = `/api/v1/pictures/${secret.slice(0, -4)}AAAA.png`;
    const addresses = [wrong, `${address}.gif`, address, '/api/v1/pictures/x.png'];
    const answers = [];
    for (const one of addresses) answers.push(await look(one));
    await world.raw({
      method: 'DELETE',
      url: `/api/v1/boards/${boardId}/links/${linkId}`,
      headers: { authorization: `Bearer ${await world.token('trader')}` },
    });
    answers.push(await look(`${address}.png`));
    for (const answer of answers) {
      assertRefused(answer, 404, 'link_unknown');
      assert.equal(answer.body.detail, answers[0]!.body.detail);
    }
  });

  test('a link ends with its days', async () => {
    const { address } = await makeLink('trader', ['/s/dehrprice'], 1);
    assert.equal((await look(`${address}.svg`)).status, 200);
    world.setNow('2026-11-14T09:00:00Z');
    assertRefused(await look(`${address}.svg`), 404, 'link_unknown');
    world.setNow(NOW);
  });

  test('a link shows what its owner’s plan includes now', async () => {
    await world.addUser('mover', 'everything');
    const { address } = await makeLink('mover', ['/s/frhrprice']);
    const message = 'frhrprice is outside the plan of mover.';
    assert.ok(!(await textsOf(`${address}.svg`)).includes(message));
    await changePlan(world.signIn.accounts, 'mover', 'germany');
    assert.ok((await textsOf(`${address}.svg`)).includes(message));
  });

  test('a link of a disabled user is unknown at once', async () => {
    await world.addUser('leaver', 'everything');
    const { address } = await makeLink('leaver', ['/s/dehrprice']);
    assert.equal((await look(`${address}.svg`)).status, 200);
    await disableUser(world.signIn.accounts, 'leaver');
    assertRefused(await look(`${address}.svg`), 404, 'link_unknown');
  });

  test('a changed board is drawn again at once', async () => {
    const { address, boardId } = await makeLink('trader', ['/s/dehrprice']);
    await look(`${address}.svg`);
    const panels = [{ view: '/s/frhrprice', title: 'France', part: 'view', width: 'full' }];
    const changed = await world.raw({
      method: 'PUT',
      url: `/api/v1/boards/${boardId}`,
      headers: {
        authorization: `Bearer ${await world.token('trader')}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ name: 'Evening', shared: false, panels, version: 1 }),
    });
    assert.equal(changed.status, 200, changed.text);
    const texts = await textsOf(`${address}.svg`);
    assert.ok(texts.includes('France') && texts.includes('Evening'));
  });

  test('a picture counts in its owner’s requests a minute', async () => {
    const { address } = await makeLink('trader', ['/s/dehrprice']);
    const left = async (): Promise<number> =>
      Number((await look(`${address}.svg`)).headers['x-ratelimit-remaining']);
    assert.equal(await left(), (await left()) + 1);
  });

  test('the secret of a link is in no line of the log', async () => {
    const { address, secret } = await makeLink('trader', ['/s/dehrprice']);
    await look(`${address}.svg`);
    await look(`${address}.svg?width=1`);
    await look(`${address}.gif`);
    assert.ok(log.some((line) => line.includes('/api/v1/pictures/:picture')));
    assert.ok(!log.some((line) => line.includes(secret)));
  });
});
