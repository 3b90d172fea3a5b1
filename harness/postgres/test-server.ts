// A real PostgreSQL for tests, on 127.0.0.1. It never outlives the process that started it, because another
// process watches both (keep-server.ts).

import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinaries } from './binaries.ts';
import type { KeeperAnswer, KeeperCall } from './keep-server.ts';
import { logOf, type StopMode } from './server-process.ts';
import { findSteadyPort } from './steady-port.ts';

export interface TestServerOptions {
  /** The folder of initdb and postgres. Default: TEST_POSTGRES_BIN, else the npm package's. */
  readonly binFolder?: string;
  /** Whether writes survive a crash of the machine. Default false: they survive a crash of the server. */
  readonly fsync?: boolean;
  /** Further lines of postgresql.conf, in the file's own spelling. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Fills the empty data folder instead of initdb. Settings are not written then. */
  readonly fill?: (dataFolder: string) => Promise<void>;
  /** The password of the original, for a server whose data folder is a copy. */
  readonly password?: string;
}

const USER = 'gridtide';

/** Writes survive a crash of the server, not of the machine. */
const QUICK = { fsync: 'off', full_page_writes: 'off' };
const ALWAYS = {
  max_connections: '200',
  shared_buffers: '128MB',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // Gathering statistics of what a test wrote is not worth the work.
  autovacuum_naptime: '10min',
};

export class TestServer {
  readonly port: number;
  readonly password: string;
  readonly #keeper: ChildProcess;
  readonly #waiting = new Map<number, (answer: KeeperAnswer) => void>();
  #calls = 0;
  #dataFolder = '';

  private constructor(port: number, password: string) {
    this.port = port;
    this.password = password;
    this.#keeper = fork(fileURLToPath(new URL('./keep-server.ts', import.meta.url)), {
      // Outside the terminal's group, so that it decides itself when to end.
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_NO_WARNINGS: '1' },
    });
    this.#keeper.on('message', (answer: KeeperAnswer) => this.#settle(answer));
    this.#keeper.on('exit', () => this.#settleAll('The process that keeps PostgreSQL has ended.'));
  }

  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const { fill, settings, fsync = false } = options;
    const password = options.password ?? randomBytes(12).toString('base64url');
    const server = new TestServer(await findSteadyPort(), password);
    try {
      const { dataFolder } = await server.#call({
        verb: 'open',
        settings: {
          binFolder: options.binFolder ?? process.env.TEST_POSTGRES_BIN ?? findBinaries(),
          port: server.port,
          user: USER,
          password,
          settings: { ...ALWAYS, ...(fsync ? {} : QUICK), ...settings },
        },
      });
      server.#dataFolder = dataFolder!;
      if (fill) await fill(server.#dataFolder);
      else await server.#call({ verb: 'initialise' });
      await server.start();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** The address of a database, with the password. */
  url(database = 'postgres'): string {
    return `postgres://${USER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  get dataFolder(): string {
    return this.#dataFolder;
  }

  /** The server's log so far. */
  readLog(): string {
    return readFileSync(logOf(dirname(this.#dataFolder)), 'utf8');
  }

  get keeperPid(): number {
    return this.#keeper.pid!;
  }

  async start(): Promise<void> {
    await this.#call({ verb: 'start' });
  }

  /** Stops the server: `fast` ends every connection in order, `immediate` is a crash. */
  async stop(mode: StopMode = 'fast'): Promise<void> {
    await this.#call({ verb: 'stop', mode });
  }

  /** Stops the server and starts it again, on the same port and data. */
  async restart(mode: StopMode = 'fast'): Promise<void> {
    await this.stop(mode);
    await this.start();
  }

  /** Makes the server hang: connections stay open, the system accepts new ones, but nothing answers. */
  async pause(): Promise<void> {
    await this.#call({ verb: 'pause' });
  }

  async resume(): Promise<void> {
    await this.#call({ verb: 'resume' });
  }

  /** Stops the server and removes its data. */
  async close(): Promise<void> {
    if (this.#keeper.exitCode !== null || this.#keeper.signalCode !== null) return;
    await this.#call({ verb: 'close' });
    const ended = once(this.#keeper, 'exit');
    this.#keeper.ref();
    this.#keeper.disconnect();
    await ended;
  }

  async #call(call: KeeperCall): Promise<KeeperAnswer> {
    const id = ++this.#calls;
    const answered = new Promise<KeeperAnswer>((resolve) => this.#waiting.set(id, resolve));
    this.#keeper.ref();
    this.#keeper.channel?.ref();
    if (this.#keeper.connected) this.#keeper.send({ id, call });
    else this.#settle({ id, error: 'The process that keeps PostgreSQL has ended.' });
    const answer = await answered;
    // A server without a call under way keeps no test process alive.
    if (this.#waiting.size === 0) {
      this.#keeper.unref();
      this.#keeper.channel?.unref();
    }
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  #settle(answer: KeeperAnswer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  #settleAll(error: string): void {
    for (const id of [...this.#waiting.keys()]) this.#settle({ id, error });
  }
}
