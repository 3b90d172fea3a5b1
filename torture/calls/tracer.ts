// strace, which lets calls of a process fail: only such on the files of one store.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { accountsPathOf } from '#store/engines/sqlite/sqlite-connections';
import type { CallKind, FailingCall } from './failing-call.ts';

const CALLS: Readonly<Record<CallKind, string>> = {
  write: 'pwrite64,pwritev,write',
  fsync: 'fsync,fdatasync',
  open: 'openat',
};

/**
 * Includes files that do not exist yet, and the folder, which is opened to make a new file durable. Each thread
 * counts its own calls, and one of Node's opens the accounts' file: that would always be a first one.
 */
function filesOf(storePath: string, { kind, at }: FailingCall): string[] {
  const isFirstOpen = kind === 'open' && at === 1;
  const databases = isFirstOpen ? [storePath] : [storePath, accountsPathOf(storePath)];
  return [
    dirname(storePath),
    ...databases.flatMap((path) =>
      ['', '-wal', '-shm', '-journal'].map((ending) => `${path}${ending}`),
    ),
  ];
}

function optionsOf(failing: FailingCall, storePath: string, log: string): string[] {
  const { at, error, kind, isLasting } = failing;
  const calls = CALLS[kind];
  return [
    ...['-f', '-y', '-s', '0', '-o', log],
    ...filesOf(storePath, failing).flatMap((path) => ['-P', path]),
    ...['-e', `trace=${calls}`, '-e', 'signal=none'],
    ...['-e', `inject=${calls}:error=${error}:when=${at}${isLasting ? '+' : ''}`],
  ];
}

/** What to start a process under. It stays its own process: exit code and signals are its own (-D). */
export const tracedFromStart = (
  failing: FailingCall,
  storePath: string,
  log: string,
): readonly string[] => [
  ...['strace', '-D', '-qq', '--seccomp-bpf'],
  ...optionsOf(failing, storePath, log),
];

/** A tracer of a process that runs already. */
export class Tracer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'close');
  }

  /** Resolves when it has all threads of the process. */
  static async attach(
    pid: number,
    failing: FailingCall,
    storePath: string,
    log: string,
  ): Promise<Tracer> {
    const options = [...optionsOf(failing, storePath, log), '-p', String(pid)];
    const child = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] });
    const tracer = new Tracer(child);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr!.on('data', (piece) => {
        said += piece;
        if (/ attached/.test(said)) resolve();
      });
      child.once('error', reject);
      child.once('close', () => reject(new Error(`strace ended: ${said}`)));
    });
    return tracer;
  }

  /** Detaches from the process if it still runs. */
  async detach(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}

/** The files whose calls failed so far, by their endings: `db`, `db-wal`, `db-shm`, `folder` … */
export async function readInjected(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.endsWith('(INJECTED)'));
  return lines.map((line) => {
    // The name that was to be opened, or that of the descriptor.
    const path = /"([^"]+)"/.exec(line)?.[1] ?? /<([^>]+)>/.exec(line)?.[1] ?? '';
    return /\.(db(?:-\w+)?)/.exec(basename(path))?.[1] ?? 'folder';
  });
}

export const removeLog = (log: string): Promise<void> => rm(log, { force: true });

/** Why calls cannot be made to fail here; undefined: they can. */
export async function lacksTracer(): Promise<string | undefined> {
  const target = spawn('sleep', ['0.2'], { stdio: 'ignore' });
  const attached = await runStrace(['-q', '-o', '/dev/null', '-p', String(target.pid)]);
  if (attached !== undefined) return attached;
  const inject = ['-P', '/nowhere', '-e', 'trace=openat', '-e', 'inject=openat:error=EIO:when=1'];
  return runStrace(['-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', ...inject, 'true']);
}

async function runStrace(args: readonly string[]): Promise<string | undefined> {
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : `strace cannot trace here: ${said.trim().split('\n')[0]}`;
  } catch {
    return 'strace is not installed (Debian package strace)';
  }
}
