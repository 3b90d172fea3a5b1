// One flipped byte in a store that is served: a problem by name, a line in the log and a count, made in the
// server's own thread and in another.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { startApp } from '#serve/app';
import { openLongSeries } from './long-series.ts';

const { store, storeUrl } = await openLongSeries(after);

function flipByte(): void {
  const database = new DatabaseSync(storeUrl.slice('sqlite:'.length));
  const find = database.prepare('SELECT rowid AS id, bytes FROM chunk ORDER BY chunk LIMIT 1');
  const { id, bytes } = find.get() as { id: number; bytes: Uint8Array };
  bytes[bytes.length >> 1]! ^= 1;
  database.prepare('UPDATE chunk SET bytes = ? WHERE rowid = ?').run(bytes, id);
  database.close();
}

suite('a server whose store is damaged', () => {
  test('a server whose store is damaged says so, logs and counts it, and answers the rest', async (t) => {
    const lines: string[] = [];
    const logged = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const settings = { STORE: storeUrl, PORT: '0', FORECASTS: 'false', CACHE_MB: '0' };
    const config = readConfig({ ...settings, ANSWER_THREADS: '1' });
    const app = await startApp(config, { isDemo: false, logger: pino(logged) });
    t.after(() => app.close());
    await ensurePlan(store.accounts, { name: 'all', patterns: ['*'] });
    const reader = { name: 'reader', password: null, planName: 'all' };
    const user = await addUser(store.accounts, reader, Date.now());
    const key = await addKey(store.accounts, user, 'test', Date.now());
    const ask = (query: string) =>
      fetch(`${app.url}/api/v1/series/long${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    // A thread takes a moment to start; until then all answers are made here.
    for (let i = 0; i < 10; i++) {
      assert.equal((await ask('')).status, 200);
      await pause(30);
    }
    flipByte();
    const asked = ['', '?from=first&to=first', '?format=csv', '?format=parquet', '?resolution=day'];
    for (const query of asked) {
      const answer = await ask(query);
      assert.equal(answer.status, 503, query);
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      assert.equal(code, 'data_damaged');
      assert.match(detail, /^series long, chunk \d+: .*checksum/);
    }
    assert.equal((await ask('?from=last-9&to=last')).status, 200);
    const told = lines.filter((line) => line.includes('data_damaged'));
    assert.equal(told.length, asked.length);
    for (const line of told) assert.match(line, /series long, chunk \d+/);
    assert.ok(!lines.join('').includes(key));
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    assert.match(metrics, new RegExp(`^gridtide_damaged_reads_total\\S* ${asked.length}$`, 'm'));
  });
});
