// Finds a Python that can run the client, builds the client's wheel and installs it in a folder.

import { execFile, spawnSync } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const CLIENT = fileURLToPath(new URL('../../clients/python', import.meta.url));

const can = (python: string, code: string): boolean =>
  spawnSync(python, ['-c', code], { stdio: 'ignore' }).status === 0;

const NEW_ENOUGH = 'import sys; assert sys.version_info >= (3, 10)';
/** Newer setuptools bring their own bdist_wheel. */
const BUILDS = `${NEW_ENOUGH}
import setuptools, pip
assert int(setuptools.__version__.split(".")[0]) >= 61
try:
    import setuptools.command.bdist_wheel
except ImportError:
    import wheel.bdist_wheel`;

/** Every python3 on the PATH, the first one first, and such as do not exist. */
const listPaths = (): string[] =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'python3'));

export const canImport = (python: string, ...modules: readonly string[]): boolean =>
  can(python, `${NEW_ENOUGH}; import ${modules.join(', ')}`);

/** The first Python of this machine that has some modules. */
export const findPythonWith = (...modules: readonly string[]): string | undefined =>
  listPaths().find((path) => canImport(path, ...modules));

export interface Python {
  /** Runs the client. */
  readonly run: string;
  /** Builds its wheel; undefined if no Python here can. */
  readonly build: string | undefined;
  readonly hasPandas: boolean;
}

/** The Pythons of this machine; a text says why the client cannot run. */
export function findPython(): Python | string {
  const all = listPaths();
  const running = all.filter((path) => canImport(path, 'requests'));
  const withPandas = running.find((path) => canImport(path, 'pandas'));
  const run = withPandas ?? running[0];
  if (run === undefined) return 'this machine has no Python 3.10 with requests';
  const build = all.find((path) => can(path, BUILDS));
  return { run, build, hasPandas: withPandas !== undefined };
}

const quiet = ['--disable-pip-version-check', '--quiet'];

/** Builds the wheel in `folder` and installs it there; resolves to the folder for PYTHONPATH. */
export async function installWheel(python: string, folder: string): Promise<string> {
  const pip = (...args: string[]) =>
    promisify(execFile)(python, ['-m', 'pip', ...args, ...quiet], {
      cwd: folder,
      env: { ...process.env, PIP_CONFIG_FILE: '/dev/null' },
    });
  // Building writes beside the sources.
  await cp(CLIENT, join(folder, 'source'), { recursive: true });
  const offline = ['--no-deps', '--no-index'];
  await pip('wheel', './source', '--wheel-dir', 'wheels', '--no-build-isolation', ...offline);
  const [wheel] = await readdir(join(folder, 'wheels'));
  await pip('install', `wheels/${wheel}`, '--target', 'site', ...offline);
  return join(folder, 'site');
}

/** What a command of Python prints; an error has all of it. Modules are found as `findPython` finds them, too. */
export async function runPython(
  python: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const folders = [env.PYTHONPATH, process.env.PYTHONPATH].filter(Boolean);
  return promisify(execFile)(python, args, {
    cwd: CLIENT,
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: '1',
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...env,
      ...(folders.length > 0 && { PYTHONPATH: folders.join(delimiter) }),
    },
  });
}
