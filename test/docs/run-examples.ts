// Runs the examples of pages in one shell, in order: later examples use what earlier ones set.

import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What pages call the server. */
export const SHOWN_URL = 'http://localhost:8080';

const BETWEEN = '\u001e';
const BIN = `${ROOT}node_modules/.bin`;

const canRun = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

export const hasShell = canRun('bash', '-c', 'curl --version');
export const hasPython = canRun('python3', '-c', 'import requests');

/** What a command prints on standard output; it runs in the checkout, with the checkout's Node. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${BIN}:${process.env.PATH}`,
      NO_PROXY: 'localhost',
      no_proxy: 'localhost',
      ...env,
    },
  });
  return stdout;
}

/** What each script prints, trimmed. */
export async function runShell(
  scripts: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const all = scripts.map((script) => `${script}\nprintf '${BETWEEN}'`).join('\n');
  const printed = await runCommand('bash', ['-euo', 'pipefail', '-c', all], env);
  return printed.split(BETWEEN).map((text) => text.trim());
}
