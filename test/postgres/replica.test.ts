// The replica that other tests use: it follows its original, lags when told to, and leaves nothing behind.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { Replica } from '../../harness/postgres/replica.ts';
import { TestServer } from '../../harness/postgres/test-server.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';

async function ask(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

suite('a replica of a PostgreSQL for tests', () => {
  let primary: TestServer;
  let replica: Replica;
  before(async () => {
    primary = await TestServer.start();
    await ask(primary.url(), 'CREATE TABLE written AS SELECT 1 AS value');
    replica = await Replica.start(primary);
  });
  after(async () => {
    await replica.close();
    await primary.close();
  });
  const add = (value: number) => ask(primary.url(), `INSERT INTO written VALUES (${value})`);
  const shown = async (server: { url(): string }) =>
    (await ask(server.url(), 'SELECT value FROM written ORDER BY value')).flat();

  test('a replica has what its original had before it, and what is written later', async () => {
    await replica.catchUp();
    assert.deepEqual(await shown(replica), [1]);
    await add(2);
    await replica.catchUp();
    assert.deepEqual(await shown(replica), [1, 2]);
  });

  test('a replica accepts no writes', async () => {
    const refused = ask(replica.url(), 'INSERT INTO written VALUES (9)');
    await assert.rejects(refused, { code: '25006' });
  });

  test('a replica lags while its replay is paused, and then has everything', async () => {
    await replica.pauseReplay();
    await add(3);
    assert.deepEqual(await shown(replica), [1, 2]);
    await replica.resumeReplay();
    await replica.catchUp();
    assert.deepEqual(await shown(replica), [1, 2, 3]);
  });

  test('a replica catches up after it or its original was down', {
    skip: skipUnlessLong(),
  }, async () => {
    await replica.server.stop();
    await add(4);
    await replica.server.start();
    await replica.catchUp();
    assert.deepEqual(await shown(replica), [1, 2, 3, 4]);
    await primary.restart('immediate');
    await add(5);
    await replica.catchUp();
    assert.deepEqual(await shown(replica), [1, 2, 3, 4, 5]);
  });

  test('a replica leaves nothing behind when it is closed', async () => {
    const other = await Replica.start(primary);
    await other.catchUp();
    assert.equal((await ask(primary.url(), 'SELECT 1 FROM pg_replication_slots')).length, 2);
    await other.close();
    assert.equal((await ask(primary.url(), 'SELECT 1 FROM pg_replication_slots')).length, 1);
    assert.equal(existsSync(other.server.dataFolder), false);
  });
});
