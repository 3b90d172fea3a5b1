// What a server loads before it is ready. A start's time varies with the machine, so modules are counted:
// each takes about a millisecond of CPU.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { until } from '../../harness/lifetime.ts';
import { ProductProcess } from '../../harness/product-process.ts';

/** Lists the modules of a process in a file, one a line. */
const counterInto = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  const load = (url, context, next) => {
    appendFileSync(${JSON.stringify(file)}, url + '\\n');
    return next(url, context);
  };
  if (isMainThread) registerHooks({ load });
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
  const list = join(folder, 'modules.txt');
  const server = new ProductProcess(['serve'], {
    ...{ PORT: '0', STORE: `sqlite:${join(folder, 'store.db')}`, LOG_LEVEL: 'silent' },
    ...{ COLLECT: '', NODE_OPTIONS: `--import=${counterInto(list)}` },
  });
  t.after(async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await until(async () => {
    if (server.hasEnded) throw new Error(`the server ended: ${server.stderr}`);
    return server.stdout.includes(' serves ') || undefined;
  });
  const urls = (await readFile(list, 'utf8')).trimEnd().split('\n');
  return urls.filter((url) => !url.startsWith('node:') && !url.startsWith('data:'));
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
