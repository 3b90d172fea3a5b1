// GET /api/operator/audit: the journals of data and of accounts as one.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { nextPageOf } from '../../../../harness/http/next-page.ts';
import type { Answer } from '../../../../harness/world/world.ts';
import { OperatorWorld, PASSWORD } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.ask('PUT', '/plans/prices', {
  body: { series: ['*price'], requestsPerMinute: 7, pointsPerAnswer: 9 },
});
const password = 'seven quiet herons!';
await world.ask('POST', '/users', { body: { name: 'bert', plan: 'prices', password } });
for (const name of ['carl', 'dora', 'emil']) {
  await world.ask('POST', '/users', { body: { name, plan: 'prices' } });
  await world.ask('POST', `/users/${name}/keys`, { body: { name: 'nightly' } });
}

describe('the audit', () => {
  it('the audit has both journals, newest first, with who, what and about what', async () => {
    world.now += 1_000;
    await world.define('dehrprice');
    world.now += 1_000;
    await world.ask('PUT', '/plans/prices', { body: { series: ['de*'] } });
    world.now += 1_000;
    await world.ask('POST', '/series/dehrprice/values', {
      body: { start: '2024-05-17T00:00Z', values: [1, 2] },
    });
    const audit = await world.ask('GET', '/audit?limit=3');
    assert.deepEqual(
      audit.map(({ id: _, ...entry }: { id: number }) => entry),
      [
        {
          journal: 'data',
          recordedAt: '2024-05-17T10:00:03.000Z',
          actor: 'anna',
          kind: 'values',
          name: 'dehrprice',
          detail: '1 series changed: points 2 new, 0 changed, 0 same.',
        },
        {
          journal: 'accounts',
          recordedAt: '2024-05-17T10:00:02.000Z',
          actor: 'anna',
          kind: 'plan-set',
          name: 'prices',
          detail: 'Series de*; 7 requests a minute, 9 points an answer.',
        },
        {
          journal: 'data',
          recordedAt: '2024-05-17T10:00:01.000Z',
          actor: 'anna',
          kind: 'define',
          name: 'dehrprice',
          detail: '1 series changed.',
        },
      ],
    );
  });

  it('the audit has what users do with their own keys', async () => {
    await world.ask('POST', '/api/v1/account/keys', {
      body: { name: 'mine', password: PASSWORD },
      as: 'token',
    });
    const [newest] = await world.store.accounts.listEntries(1);
    assert.deepEqual([newest!.actor, newest!.kind, newest!.name], ['anna', 'key-added', 'anna']);
  });

  for (const limit of [1, 2, 3, 7]) {
    it(`the audit in pages of ${limit} has each entry once`, async () => {
      const key = ({ journal, id }: { journal: string; id: number }) => `${journal} ${id}`;
      const all: string[] = (await world.ask('GET', '/audit?limit=1000')).map(key);
      const paged: string[] = [];
      let path: string | undefined = `/api/operator/audit?limit=${limit}`;
      while (path !== undefined) {
        const answer: Answer = await world.send('GET', path);
        assert.ok(answer.body.length <= limit);
        paged.push(...answer.body.map(key));
        path = nextPageOf(answer);
      }
      assert.deepEqual(paged, all);
      assert.ok(all.length > 10);
    });
  }

  it('the audit never shows a secret', async () => {
    const { text } = await world.send('GET', '/audit?limit=1000');
    assert.doesNotMatch(text, /gt[a-z]_|argon2|herons/);
  });
});
