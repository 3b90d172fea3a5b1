// New databases for tests, on the server that `npm test` shares among its files (TEST_POSTGRES), or on
// one of this process's own.

import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { TestServer } from './test-server.ts';

export interface TestDatabase {
  readonly url: string;
  /** Fails where somebody is still connected: whoever closed a store has left a connection behind. */
  drop(): Promise<void>;
}

/** How long a connection that was closed may take to be gone at the server. */
const GONE_TIMEOUT_MS = 5_000;
const POLL_MS = 3;

/** Dropped at the end of the file; a hook set within a test would run at that test's end. */
const templates: string[] = [];
let ownServer: TestServer | undefined;
let opening: Promise<pg.Client> | undefined;
/** Whether the file's tests are done. */
let isOver = false;

/** The address of a new, empty database, which goes after the test. */
export async function testDatabase(t: TestContext): Promise<string> {
  const database = await makeDatabase();
  t.after(() => database.drop());
  return database.url;
}

/** The same for whoever sees to its end. `template`: the name of a database to copy, nobody in it. */
export async function makeDatabase(template = 'template1'): Promise<TestDatabase> {
  const admin = await openAdmin();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: urlOf(admin, name), drop: () => dropDatabase(name) };
}

/**
 * For suites that open hundreds of stores: `fill` runs once, on a database of its own, and each call of
 * the result gives a new copy of that.
 */
export function databasesLike(fill: (url: string) => Promise<void>): () => Promise<TestDatabase> {
  let filling: Promise<string> | undefined;
  const fillTemplate = async (): Promise<string> => {
    const { url } = await makeDatabase();
    await fill(url);
    const name = new URL(url).pathname.slice(1);
    await isLeft(name);
    templates.push(name);
    return name;
  };
  return async () => makeDatabase(await (filling ??= fillTemplate()));
}

async function dropDatabase(name: string): Promise<void> {
  // A hook of the file's own may come after the one below: then the database is gone with its server.
  if (isOver && ownServer) return;
  const left = await isLeft(name);
  await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  if (left.length > 0) {
    throw new Error(`Connections were left open; their last statements: ${left.join('; ')}`);
  }
}

/** Waits until nobody is connected; resolves to what those who stay have last asked. */
async function isLeft(name: string): Promise<string[]> {
  const deadline = Date.now() + GONE_TIMEOUT_MS;
  for (;;) {
    const rows = await ask<{ query: string }>(
      'SELECT query FROM pg_stat_activity WHERE datname = $1 AND backend_type = $2',
      [name, 'client backend'],
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map(({ query }) => query);
    await delay(POLL_MS);
  }
}

let underWay = 0;

/** Only a question under way keeps the process alive: nobody has to close the connection. */
async function ask<Row extends pg.QueryResultRow>(text: string, values?: string[]): Promise<Row[]> {
  const admin = await openAdmin();
  const socket = admin.connection.stream as Socket;
  if (underWay++ === 0) socket.ref();
  try {
    return (await admin.query<Row>(text, values)).rows;
  } finally {
    if (--underWay === 0) socket.unref();
  }
}

function openAdmin(): Promise<pg.Client> {
  return (opening ??= connect());
}

async function connect(): Promise<pg.Client> {
  const shared = process.env.TEST_POSTGRES;
  if (shared === undefined) ownServer = await TestServer.start();
  const client = new pg.Client(shared ?? ownServer!.url());
  await client.connect();
  return client;
}

function urlOf(admin: pg.Client, database: string): string {
  const { user, password, host, port } = admin;
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
}

after(async () => {
  for (const name of templates) await dropDatabase(name);
  isOver = true;
  if (!ownServer) return;
  await (await opening)?.end();
  await ownServer.close();
});
