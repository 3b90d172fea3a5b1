// Starting while PostgreSQL is away: one line that says why, and the exit code of a refusal.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TestServer } from '../../../harness/postgres/test-server.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const postgres = await TestServer.start();
after(() => postgres.close());

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['-C', 'source', MAIN, ...argv], {
    env: { ...process.env, STORE: postgres.url(), PORT: '0' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece) => (stdout += piece));
  child.stderr.on('data', (piece) => (stderr += piece));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

describe('while the store’s server', () => {
  for (const [name, stop, start, reason] of [
    [
      'is not running',
      () => postgres.stop(),
      () => postgres.start(),
      'The store’s server is not running, or not at this address.',
    ],
    [
      'hangs',
      () => postgres.pause(),
      () => postgres.resume(),
      'The store’s server does not answer.',
    ],
  ] as const) {
    for (const command of ['serve', 'user list']) {
      it(`${name}, gridtide ${command} says so and ends`, async (t) => {
        t.after(start);
        await stop();
        const { code, stdout, stderr } = await run(...command.split(' '));
        assert.equal(code, 1, stderr);
        assert.equal(stdout, '');
        assert.equal(stderr, `gridtide ${command}: ${reason}\n`);
      });
    }
  }
});
