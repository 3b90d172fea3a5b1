// A repeated search is answered from memory, and never with stale data.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { addKey } from '#accounts/api-keys';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { World } from '../../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00Z' });
for (const code of ['dehrprice', 'frhrprice']) {
  await world.load({ code, from: '2024-05-14T22:00:00Z', values: [1, 2] });
}

const list = (Prefix: string, as?: string) =>
  world.post('/api/fundamental/meta/all', { Prefix }, as);

interface Entry {
  readonly Code: string;
  readonly enddate: string | null;
  readonly subscribed: boolean;
}

describe('POST /api/fundamental/meta/all, asked again', () => {
  it('meta/all repeats the same bytes without reading a series', async (t) => {
    const first = await list('de');
    const search = t.mock.method(world.store, 'searchSeries');
    const again = await list('DE');
    assert.equal(again.text, first.text);
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    assert.equal(search.mock.callCount(), 0);
    await list('d');
    assert.equal(search.mock.callCount(), 1);
  });

  it('meta/all keeps a list of several pages whole', async (t) => {
    await world.store.write(async (writer) => {
      for (let i = 0; i < 1_100; i++) {
        const code = `page${String(i).padStart(5, '0')}`;
        const rest = { description: '', unit: 'MWh', area: null, category: null };
        await writer.defineSeries({ code, resolution: 'hour', ...rest });
      }
    });
    const first = await list('page');
    const search = t.mock.method(world.store, 'searchSeries');
    const again = await list('page');
    assert.equal(search.mock.callCount(), 0);
    assert.equal(first.body.length, 1_100);
    assert.equal(again.text, first.text);
  });

  it('meta/all shows what was written since', async () => {
    await list('new');
    await world.load({ code: 'newprice', from: '2024-05-14T22:00:00Z', values: [1] });
    const added: Entry[] = (await list('new')).body;
    assert.deepEqual(
      added.map(({ enddate }) => enddate),
      ['2024-05-15T00:00:00'],
    );
    await world.load({ code: 'newprice', from: '2024-05-14T23:00:00Z', values: [2, 3] });
    const longer: Entry[] = (await list('new')).body;
    assert.deepEqual(
      longer.map(({ enddate }) => enddate),
      ['2024-05-15T02:00:00'],
    );
    await world.load({ code: 'newprice', description: 'said otherwise' });
    assert.equal((await list('new')).body[0].Description, 'said otherwise');
  });

  it('meta/all shows each plan what it includes, and a changed plan at once', async () => {
    const subscribed = async (as: string): Promise<string[]> => {
      const { body } = await list('', as);
      return (body as Entry[])
        .filter((entry) => entry.subscribed && !entry.Code.startsWith('page'))
        .map(({ Code }) => Code);
    };
    const everything = ['dehrprice', 'frhrprice', 'newprice'];
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await subscribed('trader'), everything);
      assert.deepEqual(await subscribed('german'), ['dehrprice']);
    }
    const plan = (await world.store.accounts.findPlan('germany'))!;
    await world.signIn.accounts.putPlan({ ...plan, patterns: ['fr*', 'new*'] });
    assert.deepEqual(await subscribed('german'), ['frhrprice', 'newprice']);
    assert.deepEqual(await subscribed('trader'), everything);
  });

  it('meta/all shows at once what another process has written', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-kept-'));
    const url = `sqlite:${join(folder, 'a.db')}`;
    const config = readConfig({ STORE: url, PORT: '0' });
    const app = await startApp(config, { isDemo: false, logger: pino({ level: 'silent' }) });
    t.after(async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    });
    const { accounts } = app.store;
    const limits = { requestsPerMinute: 1_000, pointsPerAnswer: 1_000 };
    await accounts.putPlan({ name: 'all', patterns: ['*'], ...limits });
    const facts = { passwordHash: null, planName: 'all', isDisabled: false, createdAt: 0 };
    const user = (await accounts.addUser({ name: 'reader', ...facts }))!;
    const key = await addKey(accounts, user, 'test', Date.now());
    const codes = async (): Promise<string[]> => {
      const answer = await app.server.inject({
        method: 'POST',
        url: '/api/fundamental/meta/all',
        headers: { authorization: `Bearer ${key}` },
        payload: { Prefix: '' },
      });
      return answer.json<Entry[]>().map(({ Code }) => Code);
    };
    const known: string[] = [];
    const script = join(import.meta.dirname, '../../../store/engines/sqlite/store-process.ts');
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await codes(), known.sort());
      assert.deepEqual(await codes(), known);
      const child = spawn(process.execPath, ['-C', 'source', script, 'define', url]);
      assert.deepEqual(await once(child, 'exit'), [0, null]);
      known.push(`p${child.pid}`);
      assert.deepEqual(await codes(), known.sort());
    }
  });
});
