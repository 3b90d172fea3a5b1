// Tables of a running server: made in a thread, kept in the spool beside the store, which the start empties.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { TableReader } from '../../harness/tables/table-reader.ts';

const FIRST = Date.UTC(2024, 0, 1) / 3_600_000;

suite('tables of a server', () => {
  test('a server makes tables in a thread, shares them with others on its store, and empties its spool at the start', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-served-tables-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const storeUrl = `sqlite:${join(folder, 'store.db')}`;
    const store = await openStore(storeUrl);
    const { accounts } = store;
    await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
    const user = await addUser(
      accounts,
      { name: 'reader', password: null, planName: 'all' },
      Date.now(),
    );
    const key = await addKey(accounts, user, 'tables', Date.now());
    await store.write(async (writer) => {
      for (const code of ['aa', 'bb']) {
        const facts = { description: code, unit: 'MW', area: null, category: null };
        const series = await writer.defineSeries({ code, resolution: 'hour', ...facts });
        const values = Float64Array.from({ length: 8_784 }, (_, i) => i);
        const indices = Int32Array.from(values, (i) => FIRST + i);
        await writer.writePoints(series.key, indices, values, Date.now());
      }
    });
    await store.close();

    const settings = { STORE: storeUrl, PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false' };
    const start = () => startApp(readConfig(settings), { isDemo: false });
    const spool = join(folder, 'store.db-spool');
    const first = await start();
    const readOf = async (url: string) => {
      const reader = new TableReader(`${url}/api/v1/tables/values/%2A/2024.parquet`, key);
      const rows = await reader.readSeries(['bb']);
      // The last hour of the year in UTC is one of the next year in market time.
      assert.equal(rows.length, 8_783);
      return reader;
    };
    const { etag } = await readOf(first.url);
    const [name, ...others] = await readdir(spool);
    assert.deepEqual([`"${name!.replace('.parquet', '')}"`, others.length], [etag, 0]);

    const second = await start();
    assert.deepEqual(await readdir(spool), []);
    const again = await readOf(first.url);
    assert.equal((await readOf(second.url)).etag, again.etag);
    assert.equal(again.etag, etag);
    assert.deepEqual(await readdir(spool), [name]);
    await first.close();
    await second.close();

    await writeFile(join(spool, 'notes.txt'), 'not ours');
    await writeFile(join(spool, `${name}.1-1.part`), 'cut short');
    const third = await start();
    assert.deepEqual(await readdir(spool), ['notes.txt']);
    await third.close();
  });
});
