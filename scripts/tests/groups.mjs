// Which tests share a process, and the order in which processes are started.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What one process runs: the files of a folder, except those that a longer name takes out. Loading the product
 * takes half a second of CPU, which is more than most files take. The order is that of the starts: the longest
 * first, so that none is left alone at the end. Files without a line are started last, each alone.
 */
const PROCESSES = [
  'test/browser',
  'test/http/api',
  'test/browser/operator',
  'test/browser/boards',
  'test/browser/compare',
  'test/package/package.test.ts',
  'test/serve/serve-workers-stores.test.ts',
  'test/postgres/store-contract.test.ts',
  'test/serve/serve-workers-end.test.ts',
  'test/torture/guessing.test.ts',
  'test/browser/dates',
  'test/service',
  'test/browser/known',
  'test/browser/by-source',
  'test/browser/screens',
  'test/cli',
  'test/http',
  'test/store/engines/postgres',
  'test/browser/session',
  'test/importers/tables',
  'test/importers',
  'test/demo',
  'test/store',
  'test/docs',
  'test/http/answer',
  'test/http/front',
  'test/http/connection',
  'test/accounts',
  'test/security',
  'test/scenarios',
  'test/torture/stranger.test.ts',
  'test/torture/kill.test.ts',
  'test/bench/scale.test.ts',
  'test/http/outage/store-outage.test.ts',
  'test/postgres/test-server.test.ts',
  'test/core',
  'test/explorer',
  'test/exporters',
  'test/pictures',
  'test/model',
  'test/sources',
  'test/bytes',
];

/** Files that change or measure their process. */
const ALONE = new Set([
  'test/http/api/operator/workbook-room.test.ts',
  'test/http/outage/two-servers.test.ts',
  'test/http/outage/unknown-write.test.ts',
  'test/http/request/hostile-bodies.test.ts',
  'test/importers/open-rows.test.ts',
  'test/store/series/read-chunks.test.ts',
]);

/** Not below node_modules, which Node’s test runner leaves out. */
const FOLDER = 'test-output/groups';

/** The names to give to Node's test runner, which starts them in the order of the alphabet. */
export function groupFiles(files) {
  if (files.length === 1) return files;
  const groups = Map.groupBy(files, processOf);
  mkdirSync(FOLDER, { recursive: true });
  const names = [];
  for (const [i, name] of PROCESSES.entries()) {
    const members = groups.get(name);
    if (members === undefined) continue;
    const number = String(i).padStart(2, '0');
    const group = join(
      FOLDER,
      `${number}-${name.replace('.test.ts', '').replaceAll('/', '-')}.test.mjs`,
    );
    writeFileSync(group, importAll(name, members));
    names.push(group);
  }
  return [...names, ...(groups.get(undefined) ?? [])];
}

/** The line of PROCESSES that a file belongs to: the longest that is a part of its path. */
function processOf(file) {
  if (ALONE.has(file)) return undefined;
  return PROCESSES.filter((name) => file === name || file.startsWith(`${name}/`)).sort(
    (a, b) => b.length - a.length,
  )[0];
}

/**
 * The first test ends when all files are loaded: Node would end a process whose tests so far have ended. What
 * was compiled is kept at once, not when the process ends: the processes beside it load the same files.
 */
function importAll(name, files) {
  return `import { flushCompileCache } from 'node:module';
import { test } from 'node:test';
const loaded = Promise.withResolvers();
test('every file of ${name} loads', () => loaded.promise);
try {
${files.map((file) => `  await import('${pathToFileURL(file)}');`).join('\n')}
  flushCompileCache();
  loaded.resolve();
} catch (error) {
  // Otherwise the first test would wait for ever without a word.
  loaded.reject(error);
}
`;
}
