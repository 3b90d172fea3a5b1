// The product's command line, as a user runs it from a checkout.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

export const spawnProduct = (args: readonly string[]): ChildProcess =>
  spawn(
    process.execPath,
    ['-C', 'source', '--disable-warning=ExperimentalWarning', MAIN, ...args],
    {
      stdio: 'ignore',
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', FORECASTS: 'false' },
    },
  );
