// The package as a user gets it: packed from a copy of the checkout and installed in an empty folder.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLong } from '../../harness/rounds.ts';
import { freshenBuild } from '../browser/fresh-build.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PASSWORD = 'only-for-the-package-test';

/** The PATH with the checkout's Node first, so that npm and the package run on it. */
export const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  DEMO_PASSWORD: PASSWORD,
  STORE: undefined,
  PORT: undefined,
  HOST: undefined,
  LOG_LEVEL: 'info',
};

export const run = async (
  command: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<string> =>
  (
    await promisify(execFile)(command, args, {
      cwd,
      env: { ...env, ...more },
      maxBuffer: 1 << 24,
    })
  ).stdout;

export class InstalledPackage {
  /** The files of the package. */
  readonly paths: readonly string[];
  /** The folder that it is installed in. */
  readonly installed: string;

  private constructor(paths: readonly string[], installed: string) {
    this.paths = paths;
    this.installed = installed;
  }

  static async make(): Promise<InstalledPackage> {
    const { tarball, paths } = await packOnce();
    const installed = await mkdtemp(join(tmpdir(), 'gridtide-installed-'));
    await writeFile(join(installed, 'package.json'), '{"private":true}');
    const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', ['install', tarball, ...quiet], installed);
    return new InstalledPackage(paths, installed);
  }

  remove(): Promise<void> {
    return rm(this.installed, { recursive: true, force: true });
  }

  get bin(): string {
    return join(this.installed, 'node_modules/gridtide/bin/gridtide.js');
  }

  /** Starts its server with the demo's data. */
  serve(): ChildProcess {
    return spawn(process.execPath, [this.bin, 'serve', '--demo', '--port', '0'], {
      cwd: this.installed,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

export interface PackedFile {
  readonly tarball: string;
  /** The files in it. */
  readonly paths: readonly string[];
}

let packed: Promise<PackedFile> | undefined;

/** The package of this checkout, made once for all test files of a process, and removed when it ends. */
export function packOnce(): Promise<PackedFile> {
  packed ??= packIn(join(tmpdir(), `gridtide-packed-${process.pid}`));
  return packed;
}

/** Packs into a folder, which is removed with the process. */
export async function packIn(folder: string): Promise<PackedFile> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  const { filename, files } = await pack(folder);
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path) };
}

/** Packs a copy: packing builds dist again, and another test run may be using it. */
async function pack(folder: string): Promise<Packed> {
  const copy = join(folder, 'checkout');
  const leftOut = new Set(['node_modules', '.git', 'dist', 'data', 'test-output']);
  const entries = (await readdir(ROOT)).filter((name) => !leftOut.has(name));
  for (const name of entries) {
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await mkdir(join(copy, 'data'));
  await writeFile(join(copy, 'data', 'gridtide.db'), 'must not be packed');
  await writeFile(join(copy, '.env'), 'DEMO_PASSWORD=must-not-be-packed');
  const pages = join('dist', 'explorer');
  const flags = ['--json', '--pack-destination', folder];
  if (!isLong) {
    // Packing would build the page once more, which takes most of the time.
    await freshenBuild();
    await cp(join(ROOT, pages), join(copy, pages), { recursive: true });
    // The gate checks the types beside the tests. What is written is the same.
    await run('npm', ['run', '-s', 'build', '--', '--noCheck'], copy);
    await run('npm', ['run', '-s', 'shrinkwrap'], copy);
    flags.push('--ignore-scripts');
  }
  const printed = await run('npm', ['pack', ...flags], copy);
  return (JSON.parse(printed.slice(printed.indexOf('[\n'))) as [Packed])[0];
}

/** Resolves to what the server prints until it names its address; rejects if it ends before. */
export async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const piece of server.stdout!.iterator({ destroyOnReturn: false })) {
    printed += piece;
    const address = /serves (http:\/\/\S+)/.exec(printed)?.[1];
    if (address) return address;
  }
  throw new Error(`the server ended without an address: ${printed}`);
}

/** A Node older than 26 that is on the PATH. */
export function findOldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => {
      const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '';
      return Number(/^v(\d+)\./.exec(version)?.[1] ?? 26) < 26;
    });
}
