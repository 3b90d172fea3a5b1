// Stores whose every byte can be searched for canaries.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import type { Lifetime } from '../../harness/lifetime.ts';
import { makeDatabase } from '../../harness/postgres/test-database.ts';
import type { Canaries } from './canaries.ts';

export interface CanaryStore {
  readonly url: string;
  /** Reads all that is stored, as bytes. */
  dump(): Promise<[name: string, bytes: Buffer][]>;
  /** Shuts the store to all connections, or opens it again; undefined if the engine cannot. */
  readonly shut?: (isShut: boolean) => Promise<void>;
}

export async function makeSqliteStore(t: Lifetime): Promise<CanaryStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-canary-store-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return {
    url: `sqlite:${join(folder, 'store.db')}`,
    async dump() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = found
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name));
      return Promise.all(
        paths.map(
          async (path) => [`file ${relative(folder, path)}`, await readFile(path)] as const,
        ),
      ) as Promise<[string, Buffer][]>;
    },
  };
}

/** Makes a database whose owner's password is a canary. */
export async function makePostgresStore(t: Lifetime, canaries: Canaries): Promise<CanaryStore> {
  const database = await makeDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const role = `owner_of_${name}`;
  const password = canaries.plant('password of the store’s address');
  const admin = new pg.Client(new URL('/postgres', database.url).href);
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
  await admin.query(`ALTER DATABASE ${name} OWNER TO ${role}`);
  const shut = async (isShut: boolean): Promise<void> => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${!isShut}`);
    if (!isShut) return;
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ]);
  };
  t.after(async () => {
    await shut(false);
    await database.drop();
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
  });
  const url = new URL(database.url);
  url.username = role;
  url.password = encodeURIComponent(password);
  return { url: url.href, shut, dump: () => dumpDatabase(database.url) };
}

async function dumpDatabase(url: string): Promise<[string, Buffer][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const dump: [string, Buffer][] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT * FROM ${name}`);
      // Bytes as they are, everything else as text.
      const cells = rows.flatMap((row) => Object.values(row));
      const bytes = cells.map((cell) =>
        Buffer.isBuffer(cell)
          ? cell
          : Buffer.from(typeof cell === 'string' ? cell : JSON.stringify(cell)),
      );
      dump.push([
        `table ${name}`,
        Buffer.concat(bytes.flatMap((each) => [each, Buffer.from('\n')])),
      ]);
    }
    const { rows } = await client.query('SELECT query FROM pg_stat_activity');
    dump.push([
      'statements of connections',
      Buffer.from(rows.map(({ query }) => query).join('\n')),
    ]);
    return dump;
  } finally {
    await client.end();
  }
}
