// An installation whose every secret is a canary: a store, commands and a server in processes of their
// own, and a service elsewhere that repeats the key it is asked with.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import type { Lifetime } from '../../harness/lifetime.ts';
import { makeDatabase } from '../../harness/postgres/test-database.ts';
import { Canaries, Evidence } from './canaries.ts';
import type { CommandAsked, CommandDone } from './canary-commands.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

interface CanaryStore {
  readonly url: string;
  /** All that is stored, as bytes. */
  dump(): Promise<[where: string, bytes: Buffer][]>;
  /** Lets nobody in until told; undefined where that cannot be done. */
  readonly shut?: (isShut: boolean) => Promise<void>;
}

/** Ways to repeat a key: in words, as it was sent, cut off in the middle, in a document. */
const ECHOES: readonly ((response: ServerResponse, key: string, url: string) => void)[] = [
  (response) => response.writeHead(503).end(),
  (response, key) => response.writeHead(401).end(`Unauthorized: ${key}`),
  (response, _key, url) => response.writeHead(403).end(`Cannot read ${url}`),
  (response, key) => response.writeHead(403).end(`${'x'.repeat(160)} ${key}`),
  (response, _key, url) => response.writeHead(400).end(acknowledge(url)),
  (response, key) => response.end(acknowledge(key)),
  (response, _key, url) => response.end(`not <xml ${url}`),
];

const acknowledge = (text: string): string =>
  `<?xml version="1.0"?><Acknowledgement_MarketDocument xmlns="urn:x"><Reason><code>999</code><text>Wrong key: ${text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</text></Reason></Acknowledgement_MarketDocument>`;

/** The process that commands run in. */
class Commands {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (done: CommandDone) => void>();
  readonly #written = { stdout: '', stderr: '' };
  #number = 0;

  constructor(env: Readonly<Record<string, string>>) {
    this.#child = fork(new URL('./canary-commands.ts', import.meta.url), {
      execArgv: ['-C', 'source'],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const name of ['stdout', 'stderr'] as const)
      this.#child[name]!.on('data', (piece) => (this.#written[name] += piece));
    this.#child.on('message', ({ number, done }: { number: number; done: CommandDone }) => {
      this.#waiting.get(number)!(done);
      this.#waiting.delete(number);
    });
  }

  run(asked: CommandAsked): Promise<CommandDone> {
    const number = ++this.#number;
    this.#child.send({ number, asked });
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, resolve);
      this.#child.once('exit', () => reject(new Error(`commands ended: ${this.#written.stderr}`)));
    });
  }

  async end(): Promise<Readonly<Record<string, string>>> {
    const { connected, stdout, stderr } = this.#child;
    if (connected) {
      // There is no `close` after a parent's disconnecting.
      const ends = [once(this.#child, 'exit'), finished(stdout!), finished(stderr!)];
      this.#child.disconnect();
      await Promise.all(ends);
    }
    return this.#written;
  }
}

export class CanaryInstallation {
  readonly canaries = new Canaries();
  readonly evidence = new Evidence();
  readonly folder: string;
  readonly store: CanaryStore;
  readonly env: Record<string, string>;
  readonly serviceUrl: string;
  readonly #commands: Commands;

  private constructor(folder: string, store: CanaryStore, canaries: Canaries, serviceUrl: string) {
    this.folder = folder;
    this.store = store;
    this.canaries = canaries;
    this.serviceUrl = serviceUrl;
    this.env = {
      STORE: store.url,
      LOG_LEVEL: 'trace',
      ENTSOE_TOKEN: canaries.plant('ENTSOE_TOKEN', true),
      DEMO_PASSWORD: canaries.plant('DEMO_PASSWORD'),
      COLLECT: join(folder, 'collect.json'),
    };
    this.#commands = new Commands(this.env);
  }

  static async open(t: Lifetime, engine: 'sqlite' | 'postgres'): Promise<CanaryInstallation> {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-canary-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const canaries = new Canaries();
    const store = await (engine === 'sqlite' ? onSqlite(t) : onPostgres(t, canaries));
    const installation = new CanaryInstallation(folder, store, canaries, await startService(t));
    t.after(() => void installation.#commands.end());
    const entry = { source: 'entsoe', what: ['prices'], areas: ['DE'], every: '1h' };
    const from = new Date().toISOString().slice(0, 10);
    const sources = [{ ...entry, back: '0d', from, baseUrl: installation.serviceUrl }];
    await installation.file('collect.json', JSON.stringify({ sources }));
    return installation;
  }

  async file(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /**
   * Runs a command; what it writes is evidence. `makes` names a secret that it prints, alone on a line.
   * `isAlone`: in a process of its own, with all that a start and an end do.
   */
  async command(
    argv: readonly string[],
    {
      stdin = '',
      env = {} as Record<string, string>,
      makes = undefined as string | undefined,
      isAlone = false,
    } = {},
  ): Promise<CommandDone> {
    const asked = { argv, stdin, env };
    const done = await (isAlone ? this.#runAlone(asked) : this.#commands.run(asked));
    const made = makes === undefined ? [] : [this.canaries.hold(makes, done.stdout.trim())];
    const what = `gridtide ${argv.slice(0, 2).join(' ')}`;
    this.evidence.add(`stdout of ${what}`, done.stdout, made);
    this.evidence.add(`stderr of ${what}`, done.stderr);
    return done;
  }

  async #runAlone({ argv, stdin, env }: CommandAsked): Promise<CommandDone> {
    const child = spawn(process.execPath, ['-C', 'source', MAIN, ...argv], {
      env: { ...process.env, ...this.env, ...env },
    });
    const written = { stdout: '', stderr: '' };
    child.stdout.on('data', (piece) => (written.stdout += piece));
    child.stderr.on('data', (piece) => (written.stderr += piece));
    child.stdin.on('error', () => {}).end(stdin);
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...written };
  }

  /** No more commands; what their process wrote besides is evidence. */
  async endCommands(): Promise<void> {
    for (const [name, text] of Object.entries(await this.#commands.end()))
      this.evidence.add(`${name} of the commands’ process`, text);
  }

  /** Does something with the store from this process. */
  async look<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(this.store.url);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  async keepDump(when: string): Promise<void> {
    for (const [where, bytes] of await this.store.dump()) {
      this.evidence.add(`${where}, ${when}`, bytes);
    }
  }
}

async function onSqlite(t: Lifetime): Promise<CanaryStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-canary-store-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return {
    url: `sqlite:${join(folder, 'store.db')}`,
    async dump() {
      const names = await readdir(folder);
      return Promise.all(
        names.map(async (name) => [`file ${name}`, await readFile(join(folder, name))] as const),
      ) as Promise<[string, Buffer][]>;
    },
  };
}

/** A database whose owner's password is a canary. */
async function onPostgres(t: Lifetime, canaries: Canaries): Promise<CanaryStore> {
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

async function startService(t: Lifetime): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    const key = new URL(request.url!, 'http://here').searchParams.get('securityToken') ?? '';
    ECHOES[count++ % ECHOES.length]!(response, key, request.url!);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const ECHO_COUNT = ECHOES.length;
