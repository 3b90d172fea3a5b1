// What a server loads before it is ready. A start's time varies with the machine, so modules are counted:
// each takes about a millisecond of CPU.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Counts the modules of a process, and tells them to the test when it asks. */
const COUNTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('message', () => process.send(urls));
`)}`;

/** The modules without Node's own; 661 on 2026-11-16, 827 and 1,294 before it. */
const MOST_MODULES = 680;

/** What only some requests, commands or schedules need. */
const LATER = [
  '@fastify/swagger',
  '/src/http/figures/node-figures.ts',
  'pg',
  'hyparquet',
  'apache-arrow',
  '/src/core/market/holiday-table.ts',
  'saxes',
  '@resvg/resvg-js',
  '/src/pictures/',
  '/src/http/pictures/',
  '/src/demo/world/',
  '/src/model/forecast-days.ts',
  '/src/model/numbers/lasso.ts',
  '/src/serve/telemetry/',
  '/src/sources/',
  '/src/importers/rows/csv-rows.ts',
  '/src/importers/tables/',
  '/src/service/collecting/',
  '/src/service/model-runs/run-model.ts',
];

async function modulesOf(t: TestContext): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-modules-'));
  const server = spawn(process.execPath, ['-C', 'source', '--import', COUNTER, MAIN, 'serve'], {
    env: {
      ...process.env,
      ...{ PORT: '0', STORE: `sqlite:${join(folder, 'store.db')}`, LOG_LEVEL: 'silent' },
      ...{ FORECASTS: 'false', COLLECT: '' },
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.after(async () => {
    server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  await isReady(server);
  server.send('tell');
  const [urls] = (await once(server, 'message')) as [string[]];
  return urls.filter((url) => !url.startsWith('node:') && !url.startsWith('data:'));
}

async function isReady({ stdout }: ChildProcess): Promise<void> {
  let printed = '';
  for await (const piece of stdout!) {
    printed += String(piece);
    if (printed.includes(' serves ')) return;
  }
  throw new Error(`the server ended: ${printed}`);
}

suite('the modules on the way to ready', () => {
  test('a server loads few modules before it is ready, and none that only some requests need', async (t) => {
    const modules = await modulesOf(t);
    assert.ok(modules.length > 300, `${modules.length} modules: the counter does not count`);
    assert.ok(modules.length <= MOST_MODULES, `${modules.length} modules`);
    for (const name of LATER) {
      const part = name.startsWith('/') ? name : `/node_modules/${name}/`;
      assert.deepEqual(
        modules.filter((url) => url.includes(part)),
        [],
        name,
      );
    }
  });
});
