// The temporary folder and the processes of one run: whatever ends the run, both are gone afterwards.

import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, type StartOptions } from './processes.ts';

export class Workspace {
  readonly folder: string;
  readonly #children: Child[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-bench-'));
    // PostgreSQL may run as another user, who reads the CSV files.
    await chmod(folder, 0o755);
    return new Workspace(folder);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async makeFolder(name: string, owner?: StartOptions['user']): Promise<string> {
    const path = this.path(name);
    await mkdir(path);
    if (owner) await chown(path, owner.uid, owner.gid);
    return path;
  }

  start(file: string, options?: StartOptions): Child {
    const child = new Child(file, options);
    this.#children.push(child);
    return child;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#children.map((child) => child.stop()));
    // A process that is still ending may write once more.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Runs `work` in a workspace of its own; Ctrl+C and a stop signal clean up too. */
export async function inWorkspace<T>(work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = await Workspace.open();
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    // Calls to processes that are ending fail now, and nobody waits for them.
    process.on('unhandledRejection', () => {});
    void workspace.close().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(workspace);
  } catch (error) {
    if (!isInterrupted) throw error;
    return await new Promise<never>(() => {});
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    if (!isInterrupted) await workspace.close();
  }
}
