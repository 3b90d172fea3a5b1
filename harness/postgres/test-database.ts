// Makes databases for tests, on the server that `npm test` shares among its files (TEST_POSTGRES), or on
// a server of this process.

import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { TestServer } from './test-server.ts';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database. Fails if a connection is left, as a store that was closed should leave none. */
  drop(): Promise<void>;
}

/** How long the server may take to notice that a connection was closed. */
const GONE_TIMEOUT_MS = 5_000;
const POLL_MS = 3;

/** Dropped at the end of the file, as a hook that is set within a test runs at that test's end. */
const templates: string[] = [];
let opening: Promise<pg.Client> | undefined;

/** Makes an empty database and returns its address. It is dropped after the test. */
export async function testDatabase(t: TestContext): Promise<string> {
  const database = await makeDatabase();
  t.after(() => database.drop());
  return database.url;
}

/** Makes a database that the caller drops. `template` is the name of a database without connections to copy. */
export async function makeDatabase(template = 'template1'): Promise<TestDatabase> {
  const admin = await openAdmin();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await ask(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: urlOf(admin, name), drop: () => dropDatabase(name) };
}

/**
 * Fills one database by `fill`, and returns a function that makes copies of it. It is for suites that open
 * hundreds of stores.
 */
export function databasesLike(fill: (url: string) => Promise<void>): () => Promise<TestDatabase> {
  let filling: Promise<string> | undefined;
  const fillTemplate = async (): Promise<string> => {
    const { url } = await makeDatabase();
    await fill(url);
    const name = new URL(url).pathname.slice(1);
    await waitUntilUnused(name);
    templates.push(name);
    return name;
  };
  return async () => makeDatabase(await (filling ??= fillTemplate()));
}

async function dropDatabase(name: string): Promise<void> {
  const left = await waitUntilUnused(name);
  await ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  if (left.length > 0) {
    throw new Error(`Connections were left open; their last statements: ${left.join('; ')}`);
  }
}

/** Waits until a database has no connections. Resolves to the last statements of connections that stay. */
async function waitUntilUnused(name: string): Promise<string[]> {
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

/** Runs a statement. Only that keeps the process alive, so the connection need not be closed. */
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
  // A server of this process ends with the process: hooks of the test file may still need it after the one below.
  const url = process.env.TEST_POSTGRES ?? (await TestServer.start()).url();
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

function urlOf(admin: pg.Client, database: string): string {
  const { user, password, host, port } = admin;
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
}

after(async () => {
  for (const name of templates) await dropDatabase(name);
});
