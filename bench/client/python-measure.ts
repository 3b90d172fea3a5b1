// Times the Python client, if this machine has Python with pandas.

import { execFile, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FIRST_DAY, LAST_DAY } from '../../harness/data/calendar.ts';

export interface PythonMeasured {
  /** The versions of Python, pandas and numpy. */
  readonly versions: string;
  readonly titles: Readonly<Record<string, string>>;
  /** Milliseconds, a round each: `read` is ours, `pandas` is pandas.read_json. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The first Python on the PATH that has pandas and requests. */
const findPandas = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'python3'))
    .find((path) => spawnSync(path, ['-c', 'import pandas, requests']).status === 0);

/** Resolves to a text if Python or pandas is not installed. */
export async function measurePython(
  url: string,
  key: string,
  code: string,
  rounds: number,
): Promise<PythonMeasured | string> {
  const python = findPandas();
  if (python === undefined) return 'no Python on the PATH has pandas and requests';
  const args = [pathOf('python_bench.py'), url, code, FIRST_DAY, LAST_DAY, String(rounds)];
  const { stdout } = await promisify(execFile)(python, args, {
    env: {
      ...process.env,
      PYTHONPATH: pathOf('../../clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      GRIDTIDE_KEY: key,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    },
    maxBuffer: 1 << 24,
  });
  const { versions, titles, times } = JSON.parse(stdout) as {
    versions: string;
    titles: Record<string, string>;
    times: Record<string, number[]>;
  };
  return { versions, titles, times: new Map(Object.entries(times)) };
}
