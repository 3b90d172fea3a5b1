// The folder and the processes of one run: whatever ends the run, both are gone afterwards, but for a folder
// that is to be kept.

import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, type StartOptions } from './processes.ts';

export class Workspace {
  readonly folder: string;
  readonly #isKept: boolean;
  readonly #children: Child[] = [];

  private constructor(folder: string, isKept: boolean) {
    this.folder = folder;
    this.#isKept = isKept;
  }

  /** Opens a workspace: `kept` as the run before left it, or else a new folder. */
  static async open(kept?: string): Promise<Workspace> {
    if (kept !== undefined) await mkdir(kept, { recursive: true });
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'gridtide-bench-')));
    // PostgreSQL may run as another user, who reads the CSV files.
    await chmod(folder, 0o755);
    return new Workspace(folder, kept !== undefined);
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
    if (this.#isKept) return;
    // A process that is still ending may write once more.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Runs `work` in a workspace of its own; Ctrl+C and a stop signal clean up too. */
export async function inWorkspace<T>(
  work: (workspace: Workspace) => Promise<T>,
  kept?: string,
): Promise<T> {
  const workspace = await Workspace.open(kept);
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    // Calls to processes that are ending fail now, and no caller waits for them.
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
