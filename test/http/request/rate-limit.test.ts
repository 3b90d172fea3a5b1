import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { type Answer, World } from '../../../harness/world/world.ts';
import { assertRefused } from './assert-refused.ts';

const LIMIT = 3;

async function open(t: TestContext): Promise<World> {
  const world = await World.open(t, { now: '2024-05-17T10:00:00Z' });
  const plan = { name: 'three', patterns: ['*'], requestsPerMinute: LIMIT };
  await setPlan(world.signIn.accounts, plan);
  for (const name of ['anna', 'ben']) await world.addUser(name, 'three');
  return world;
}

const rateOf = ({ headers }: Answer) => [
  headers['ratelimit-policy'],
  headers.ratelimit,
  headers['x-ratelimit-limit'],
  headers['x-ratelimit-remaining'],
  headers['x-ratelimit-reset'],
];

describe('requests per minute', () => {
  it('requests per minute are counted down in the headers of every answer, refusals included', async (t) => {
    const world = await open(t);
    const answers = [
      await world.get('/api/v1/account', 'anna'),
      await world.get('/api/v1/metadata?limit=x', 'anna'),
      await world.get('/api/v1/series/nosuch', 'anna'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 404],
    );
    assert.deepEqual(answers.map(rateOf), [
      ['"plan";q=3;w=60', '"plan";r=2;t=60', '3', '2', '60'],
      ['"plan";q=3;w=60', '"plan";r=1;t=60', '3', '1', '60'],
      ['"plan";q=3;w=60', '"plan";r=0;t=60', '3', '0', '60'],
    ]);
  });

  it('requests beyond the limit are refused until the minute is over, on both interfaces', async (t) => {
    const world = await open(t);
    const token = await world.token('anna');
    const headers = { authorization: `Bearer ${token}` };
    const ask = () => world.get('/api/v1/account', null, headers);
    for (let i = 0; i < LIMIT; i++) assert.equal((await ask()).status, 200);
    world.setNow('2024-05-17T10:00:20.500Z');
    const refused = await ask();
    const { detail } = assertRefused(refused, 429, 'rate_exceeded');
    assert.equal(refused.headers['retry-after'], '40');
    assert.deepEqual(rateOf(refused).slice(1), ['"plan";r=0;t=40', '3', '0', '40']);
    assert.match(detail, /limit of 3 a minute is reached; wait 40 s/);
    const body = { Prefix: '', UserInfo: { Token: token } };
    assertRefused(await world.post('/api/fundamental/meta/all', body, null), 429, 'rate_exceeded');

    world.setNow('2024-05-17T10:00:59.999Z');
    assertRefused(await ask(), 429, 'rate_exceeded');
    world.setNow('2024-05-17T10:01:00Z');
    const again = await ask();
    assert.equal(again.status, 200);
    assert.equal(again.headers['x-ratelimit-remaining'], '2');
  });

  it('requests per minute are counted for each user, whatever token or key they come with', async (t) => {
    const world = await open(t);
    const secrets = [
      await world.token('anna'),
      await world.token('anna'),
      await world.key('anna', 'one'),
      await world.key('anna', 'two'),
    ];
    const statuses = [];
    for (const secret of secrets) {
      const headers = { authorization: `Bearer ${secret}` };
      statuses.push((await world.get('/api/v1/account', null, headers)).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    assert.equal((await world.get('/api/v1/account', 'ben')).status, 200);
  });

  it('requests that are refused before the token, or need none, are not counted', async (t) => {
    const world = await open(t);
    for (let i = 0; i < 10; i++) {
      await world.get('/api/v1/power-balance-forecast/areas', 'anna');
      await world.get('/nowhere', 'anna');
      await world.get('/api/v1/metadata?q=a&q=b', 'anna');
      await world.get('/healthz', 'anna');
    }
    const { headers } = await world.get('/api/v1/account', 'anna');
    assert.equal(headers['x-ratelimit-remaining'], '2');
  });

  it('the limit of requests per minute follows a changed plan at once', async (t) => {
    const world = await open(t);
    for (let i = 0; i < LIMIT; i++) await world.get('/api/v1/account', 'anna');
    assertRefused(await world.get('/api/v1/account', 'anna'), 429, 'rate_exceeded');
    const plan = { name: 'three', patterns: ['*'], requestsPerMinute: 5 };
    await setPlan(world.signIn.accounts, plan);
    const { status, headers } = await world.get('/api/v1/account', 'anna');
    assert.deepEqual([status, headers['x-ratelimit-remaining']], [200, '1']);
  });
});
