// Who may read by a link and how often: plans that shrink, owners that leave, rates, guesses, and the log.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { setPlan } from '#accounts/plan-changes';
import { makeSecret } from '#accounts/secrets';
import { changePlan, disableUser, enableUser } from '#accounts/users';
import { assertRefused } from '../../../request/assert-refused.ts';
import { linesOf, look, makeLink, NOW, openLinkWorld, revoke } from './link-world.ts';

const log: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
const world = await openLinkWorld({ after }, { logger });
const FRENCH = { path: '/api/v1/series/frhrprice' };
const { accounts } = world.signIn;

describe('the limits of a link', () => {
  it('a link shows what its owner’s plan includes now', async () => {
    await world.addUser('mover', 'everything');
    const { link } = await makeLink(world, { from: 'first' }, { ...FRENCH, as: 'mover' });
    assert.equal(linesOf(await look(world, link)).length, 97);
    await changePlan(accounts, 'mover', 'germany');
    assertRefused(await look(world, link), 403, 'subscription_required');
    await setPlan(accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 95 });
    await changePlan(accounts, 'mover', 'small');
    assertRefused(await look(world, link), 422, 'too_many_points');
    await changePlan(accounts, 'mover', 'everything');
    assert.equal((await look(world, link)).status, 200);
  });

  it('a link of a disabled user is unknown at once, and works again when the user is enabled', async () => {
    await world.addUser('leaver', 'everything');
    const { link } = await makeLink(world, {}, { as: 'leaver' });
    assert.equal((await look(world, link)).status, 200);
    await disableUser(accounts, 'leaver');
    assertRefused(await look(world, link), 404, 'link_unknown');
    await enableUser(accounts, 'leaver');
    assert.equal((await look(world, link)).status, 200);
  });

  it('unknown, revoked and ended links get the same small answer', async (t) => {
    const gone = await makeLink(world);
    await revoke(world, gone.id);
    const ended = await makeLink(world, {}, { expires: '2026-10-26T10:00Z' });
    t.after(() => world.setNow(NOW));
    world.setNow('2026-10-26T10:00:00Z');
    const unknown = `/l/${makeSecret('link')}`;
    const mistyped = `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`;
    const answers = [];
    for (const address of [unknown, mistyped, '/l/x', gone.link, ended.link]) {
      const answer = await look(world, address);
      assertRefused(answer, 404, 'link_unknown');
      assert.equal(answer.headers['x-robots-tag'], 'noindex');
      assert.equal(answer.headers['referrer-policy'], 'no-referrer');
      assert.ok(answer.text.length < 300, answer.text);
      const { requestId: _, ...problem } = answer.body;
      answers.push(problem);
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const head = await look(world, unknown, {}, 'HEAD');
    assert.deepEqual([head.status, head.text], [404, '']);
  });

  it('requests by a link count on the plan of its owner', async () => {
    await setPlan(accounts, { name: 'slow', patterns: ['*'], requestsPerMinute: 3 });
    await world.addUser('slow', 'slow');
    const { link } = await makeLink(world, {}, { as: 'slow' });
    const first = await look(world, link);
    assert.equal(first.headers['x-ratelimit-remaining'], '1');
    assert.equal((await world.get('/api/v1/account', 'slow')).status, 200);
    const refused = await look(world, link);
    assertRefused(refused, 429, 'rate_exceeded');
    assert.ok(Number(refused.headers['retry-after']) > 0);
  });

  it('an address that guesses is refused, and its good links go on', async () => {
    const { link } = await makeLink(world);
    const from = (url: string, remoteAddress: string) =>
      world.raw({ method: 'GET', url, remoteAddress });
    const guess = () => from(`/l/${makeSecret('link')}`, '192.0.2.77');
    for (let i = 0; i < 20; i++) assertRefused(await guess(), 404, 'link_unknown');
    const refused = await guess();
    assertRefused(refused, 429, 'rate_exceeded');
    assert.equal(refused.headers['retry-after'], '300');
    assert.equal((await from(link, '192.0.2.77')).status, 200);
    assertRefused(await from(`/l/${makeSecret('link')}`, '192.0.2.78'), 404, 'link_unknown');
  });

  it('no secret of a link reaches the log or an answer, and the log names the owner', async () => {
    log.length = 0;
    const { link } = await makeLink(world, { from: 'first' }, FRENCH);
    const secret = link.slice('/l/'.length);
    const answers = [];
    for (const address of [link, `${link}?x=1`, `${link}x`, `${link}/x`, `/${secret}`]) {
      answers.push(await look(world, address));
    }
    await changePlan(accounts, 'trader', 'germany');
    answers.push(await look(world, link));
    await changePlan(accounts, 'trader', 'everything');
    const said = [...log, ...answers.map(({ text }) => text)];
    for (const line of said) {
      assert.ok(!line.includes(secret) && !line.includes(secret.slice(4, 20)), line);
    }
    const lines = log.map((line) => JSON.parse(line)).filter(({ route }) => route === '/l/:link');
    assert.deepEqual(
      lines.map(({ status, user }) => [status, user]),
      [
        [200, 'trader'],
        [400, 'trader'],
        [404, undefined],
        [403, 'trader'],
      ],
    );
  });
});
