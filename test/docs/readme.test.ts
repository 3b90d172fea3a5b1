// The examples of the README are run, in order, against a demo server; each answer has the shape that
// the README shows: the same words, any numbers and times.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '#config';
import { type App, startApp } from '#serve/app';
import { type Example, patternOf, readExamples } from './examples.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'only-for-the-readme-test';
const SHOWN_URL = 'http://localhost:8080';
const BETWEEN = '\u001e';

const canRun = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const hasShell = canRun('bash', '-c', 'curl --version');
const hasPython = canRun('python3', '-c', 'import requests');

describe('README', async () => {
  const examples = readExamples(await readFile(join(ROOT, 'README.md'), 'utf8'));
  const shell = examples.filter(({ language }) => language === 'sh');
  const python = examples.filter(({ language }) => language === 'python');
  let folder = '';
  let app: App;
  let outputs: string[] = [];

  const run = async (command: string, args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        PASSWORD,
        STORE: `sqlite:${join(folder, 'demo.db')}`,
        PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
        NO_PROXY: 'localhost',
        no_proxy: 'localhost',
      },
    });
    return stdout;
  };
  const onServer = ({ text }: Example): string => text.replaceAll(SHOWN_URL, app.url);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gridtide-readme-'));
    const store = `sqlite:${join(folder, 'demo.db')}`;
    app = await startApp(readConfig({ PORT: '0', STORE: store, DEMO_PASSWORD: PASSWORD }), {
      isDemo: true,
      logger: pino({ level: 'silent' }),
    });
    // One shell for all of them: later examples use the token of the first.
    const script = shell.map((example) => `${onServer(example)}\nprintf '${BETWEEN}'`).join('\n');
    if (hasShell) outputs = (await run('bash', ['-euo', 'pipefail', '-c', script])).split(BETWEEN);
  });

  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has examples to run', () => {
    assert.ok(shell.length >= 5);
    assert.equal(python.length, 1);
    assert.ok(shell.every(({ shown }) => shown !== undefined));
  });

  for (const [i, example] of shell.entries()) {
    const title = example.text.split('\n').at(-1)!.trim().slice(0, 60);
    it(`shows what an example answers: ${title}`, (t) => {
      if (!hasShell) return t.skip('bash or curl is not on this machine');
      assert.match(outputs[i]!.trim(), patternOf(example.shown!));
      return undefined;
    });
  }

  for (const example of python) {
    it('has a Python example that prints times and prices', async (t) => {
      if (!hasPython) return t.skip('Python with requests is not on this machine');
      const printed = await run('python3', ['-c', onServer(example)]);
      const lines = printed.trim().split('\n');
      assert.ok(lines.length >= 4);
      for (const line of lines) assert.match(line, /^\d{4}-\d\d-\d\dT00:00:00 -?\d+(\.\d+)?$/);
      return undefined;
    });
  }
});
