// A streaming replica of a test server, made as an operator makes one by hand: a copy of the data folder,
// taken between the start and the end of a backup, that follows the original.

import { chownSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findOtherUser } from '../other-user.ts';
import { TestServer } from './test-server.ts';

/** Files of the original's own process, which a copy must not have. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts']);
/** Folders that a copy needs empty. */
const EMPTIED = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_dynshmem']);
const CATCH_UP_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

let made = 0;

export class Replica {
  readonly server: TestServer;
  readonly #primary: TestServer;
  readonly #slot: string;

  private constructor(primary: TestServer, server: TestServer, slot: string) {
    this.#primary = primary;
    this.server = server;
    this.#slot = slot;
  }

  /** Makes and starts a replica. `settings` are lines of postgresql.conf that the original does not have. */
  static async start(
    primary: TestServer,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Replica> {
    const slot = `replica_${++made}`;
    // The slot makes the original keep what the replica does not have yet.
    await ask(primary, 'SELECT pg_create_physical_replication_slot($1, true)', slot);
    const server = await TestServer.start({
      password: primary.password,
      fill: (dataFolder) =>
        copyServer(primary, dataFolder, { ...settings, primary_slot_name: slot }),
    });
    return new Replica(primary, server, slot);
  }

  url(database?: string): string {
    return this.server.url(database);
  }

  /** Resolves when the replica has all that the original has at this moment. */
  async catchUp(): Promise<void> {
    const end = await ask(this.#primary, 'SELECT pg_current_wal_flush_lsn()');
    await this.#waitFor('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn', true, end);
  }

  /** Makes the replica stay as it is. It can still be read. */
  async pauseReplay(): Promise<void> {
    await ask(this.server, 'SELECT pg_wal_replay_pause()');
    await this.#waitFor('SELECT pg_get_wal_replay_pause_state()', 'paused');
  }

  async resumeReplay(): Promise<void> {
    await ask(this.server, 'SELECT pg_wal_replay_resume()');
  }

  /** Removes the replica and its slot. The original must be running. */
  async close(): Promise<void> {
    await this.server.close();
    const gone = 'SELECT active FROM pg_replication_slots WHERE slot_name = $1';
    while (await ask(this.#primary, gone, this.#slot)) await delay(POLL_MS);
    await ask(this.#primary, 'SELECT pg_drop_replication_slot($1)', this.#slot);
  }

  async #waitFor(text: string, wanted: unknown, ...values: unknown[]): Promise<void> {
    const deadline = Date.now() + CATCH_UP_TIMEOUT_MS;
    while ((await ask(this.server, text, ...values)) !== wanted) {
      if (Date.now() > deadline) throw new Error(`The replica never said ${wanted} to: ${text}`);
      await delay(POLL_MS);
    }
  }
}

/** Runs a statement and returns its one value. */
async function ask(server: TestServer, text: string, ...values: unknown[]): Promise<unknown> {
  const client = new pg.Client(server.url());
  await client.connect();
  try {
    const { rows } = await client.query({ text, values, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function copyServer(
  primary: TestServer,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new pg.Client(primary.url());
  await client.connect();
  try {
    // The start and the end of a backup must be on one connection.
    await client.query(`SELECT pg_backup_start('replica', true)`);
    await copyFolder(primary.dataFolder, folder, true);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    const { host, port, user } = client;
    const following = `host=${host} port=${port} user=${user} password=${primary.password}`;
    const lines = Object.entries({ ...settings, primary_conninfo: following });
    const files = {
      backup_label: rows[0].labelfile as string,
      'standby.signal': '',
      'postgresql.auto.conf': lines.map(([name, value]) => `${name} = '${value}'\n`).join(''),
    };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content, { mode: 0o600 });
      giveAway(join(folder, name));
    }
  } finally {
    await client.end();
  }
}

async function copyFolder(from: string, to: string, isTop = false): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      if (!isTop || !EMPTIED.has(entry.name)) await copyFolder(source, target);
    } else if (!(await copyIfExists(source, target))) continue;
    giveAway(target);
  }
}

/** Copies a file; false if the original has just removed it, of which its log tells the replica too. */
async function copyIfExists(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Gives a file to the server's user if tests run as root. */
function giveAway(path: string): void {
  const user = findOtherUser();
  if (user) chownSync(path, user.uid, user.gid);
}
