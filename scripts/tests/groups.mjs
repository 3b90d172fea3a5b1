// Which tests share a process, and the order in which processes are started.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What one process runs: the files of a folder, or of several, except those that a longer name takes out. Loading
 * the product takes half a second of CPU, which is more than most files take. The order is that of the starts:
 * the longest first, so that none is left alone at the end. Files without a line are started last, each alone.
 */
const PROCESSES = [
  'test/browser',
  'test/http',
  'test/http/api/v1',
  'test/model',
  'test/store',
  'test/cli',
  'test/package',
  'test/service',
  'test/http/api/operator',
  'test/http/api',
  ['test/http/answer', 'test/http/front'],
  'test/serve',
  ['test/accounts', 'test/client', 'test/security'],
  'test/postgres/store-contract.test.ts',
  'test/browser/operator',
  'test/store/engines/postgres',
  'test/importers',
  ['test/bytes', 'test/exporters', 'test/sources'],
  'test/http/request/hostile-bodies.test.ts',
  ['test/core', 'test/explorer', 'test/pictures', 'test/scenarios', 'test/view'],
  'test/http/connection',
  ['test/bench', 'test/demo', 'test/deploy', 'test/docs', 'test/mutate'],
  'test/torture',
  'test/clients',
  'test/browser/boards',
  'test/http/outage/store-outage.test.ts',
  'test/http/outage/two-servers.test.ts',
  'test/http/outage/unknown-write.test.ts',
  'test/browser/known',
  'test/browser/compare',
  'test/postgres',
].map((names) => [names].flat());

/** Quick files that change or measure their process; slow ones have a line above. */
const ALONE = new Set([
  'test/http/api/operator/values/workbook-room.test.ts',
  'test/importers/open-rows.test.ts',
  'test/store/series/read-chunks.test.ts',
  'test/torture/collect-garbage.test.ts',
]);

/** Not below node_modules, which Node’s test runner leaves out. */
const FOLDER = 'test-output/groups';

/** The names to give to Node's test runner, which starts them in the order of the alphabet. */
export function groupFiles(files) {
  if (files.length === 1) return files;
  const groups = Map.groupBy(files, processOf);
  mkdirSync(FOLDER, { recursive: true });
  const names = [];
  for (const [i, folders] of PROCESSES.entries()) {
    const members = groups.get(folders);
    if (members === undefined) continue;
    const number = String(i).padStart(2, '0');
    const [name] = folders;
    const group = join(
      FOLDER,
      `${number}-${name.replace('.test.ts', '').replaceAll('/', '-')}.test.mjs`,
    );
    writeFileSync(group, importAll(folders.join(', '), members));
    names.push(group);
  }
  return [...names, ...(groups.get(undefined) ?? [])];
}

/** The line of PROCESSES that a file belongs to: that with the longest part of its path. */
function processOf(file) {
  if (ALONE.has(file)) return undefined;
  const lengthIn = (folders) =>
    Math.max(
      0,
      ...folders.map((name) => (file === name || file.startsWith(`${name}/`) ? name.length : 0)),
    );
  const longest = Math.max(...PROCESSES.map(lengthIn));
  return longest > 0 ? PROCESSES.find((folders) => lengthIn(folders) === longest) : undefined;
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
