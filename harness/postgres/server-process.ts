// One PostgreSQL server as a child of this process, with its data folder.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findOtherUser, type OtherUser } from '../other-user.ts';
import { openToOthers } from './binaries.ts';
import { signalFamily } from './process-family.ts';

const run = promisify(execFile);

export interface ServerSettings {
  readonly binFolder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The lines of postgresql.conf, in the file's own spelling. */
  readonly settings: Readonly<Record<string, string>>;
}

export type StopMode = 'fast' | 'immediate';

const STOP_SIGNAL = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/** The path of the log of a server in a folder. */
export const logOf = (folder: string): string => join(folder, 'log');

export class ServerProcess {
  readonly dataFolder: string;
  readonly #folder: string;
  readonly #settings: ServerSettings;
  readonly #otherUser: OtherUser | undefined;
  readonly #binFolder: string;
  #child: ChildProcess | undefined;
  #isPaused = false;

  /** `folder` exists and contains nothing else. */
  constructor(folder: string, settings: ServerSettings) {
    this.#folder = folder;
    this.#settings = settings;
    this.dataFolder = join(folder, 'data');
    this.#otherUser = findOtherUser();
    // Root owns the folder, and the server's user must be able to enter it.
    if (this.#otherUser) chmodSync(folder, 0o755);
    this.#binFolder = this.#otherUser
      ? openToOthers(settings.binFolder, folder)
      : settings.binFolder;
    mkdirSync(this.dataFolder, { mode: 0o700 });
    this.#giveAway(this.dataFolder);
  }

  async initialise(): Promise<void> {
    const { user, password } = this.#settings;
    const passwordFile = join(this.#folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    this.#giveAway(passwordFile);
    // The order of letters is that of a language, as on most servers, so that tests find statements
    // that need the order of bytes and do not say so.
    const flags =
      '--no-sync --no-instructions --encoding=UTF8 --locale=C --locale-provider=icu --icu-locale=en-US';
    await this.#execute('initdb', [
      ...flags.split(' '),
      ...['-D', this.dataFolder, '-U', user, '--auth=scram-sha-256', '--pwfile', passwordFile],
    ]);
    const lines = Object.entries(this.#settings.settings).map(
      ([name, value]) => `${name} = ${value}`,
    );
    appendFileSync(join(this.dataFolder, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  }

  /** Starts the server, and resolves when it accepts queries. Does nothing if it runs. */
  async start(): Promise<void> {
    if (this.#child) return;
    const log = openSync(logOf(this.#folder), 'a');
    const child = spawn(
      join(this.#binFolder, 'postgres'),
      ['-D', this.dataFolder, ...this.#flags()],
      {
        ...this.#otherUser,
        cwd: this.#folder,
        stdio: ['ignore', log, log],
        env: environmentOf(this.#otherUser),
      },
    );
    this.#child = child;
    let failure: Error | undefined;
    child.once('error', (error) => (failure = error));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (this.#status(child.pid) !== 'ready') {
      if (
        failure ||
        child.exitCode !== null ||
        child.signalCode !== null ||
        Date.now() > deadline
      ) {
        await this.stop('immediate');
        throw new Error(
          `PostgreSQL did not start: ${failure?.message ?? this.readLog().slice(-1000)}`,
        );
      }
      await delay(POLL_MS);
    }
  }

  async stop(mode: StopMode): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.resume();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      // Windows has no such signals, but pg_ctl has another way.
      if (process.platform !== 'win32') child.kill(STOP_SIGNAL[mode]);
      else await this.#execute('pg_ctl', ['stop', '-D', this.dataFolder, '-m', mode, '-W']);
      await ended;
    }
    this.#child = undefined;
  }

  /** Stops every process of the server: connections stay open and nothing answers. */
  pause(): void {
    if (this.#child?.pid === undefined || this.#isPaused) return;
    signalFamily(this.#child.pid, 'SIGSTOP');
    this.#isPaused = true;
  }

  resume(): void {
    if (this.#child?.pid === undefined || !this.#isPaused) return;
    signalFamily(this.#child.pid, 'SIGCONT');
    this.#isPaused = false;
  }

  readLog(): string {
    return readFileSync(logOf(this.#folder), 'utf8');
  }

  /** Gives a path to the server's user. */
  #giveAway(path: string): void {
    if (this.#otherUser) chownSync(path, this.#otherUser.uid, this.#otherUser.gid);
  }

  #flags(): string[] {
    const own = {
      port: String(this.#settings.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    };
    return Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  /** The state that the server writes to the eighth line of its pid file; empty before that. */
  #status(pid: number | undefined): string {
    try {
      const lines = readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n');
      return Number(lines[0]) === pid ? (lines[7] ?? '').trim() : '';
    } catch {
      return '';
    }
  }

  async #execute(program: string, args: string[]): Promise<void> {
    await run(join(this.#binFolder, program), args, {
      ...this.#otherUser,
      cwd: this.#folder,
      env: environmentOf(this.#otherUser),
    });
  }
}

/** The environment without libpq's settings and, for another user, without this user's home. */
function environmentOf(other: OtherUser | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !(other && name === 'HOME'),
  );
  return Object.fromEntries(kept);
}
