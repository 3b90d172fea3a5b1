// Runs the tests with the Node that the checkout brings, whatever Node started npm.
//   npm test                 what the gate needs
//   npm test -- core store   only test/core and test/store (or single files)
//   npm run test:long        everything: all examples of properties instead of a tenth, all details of pages
//   npm test -- --quick      the quick ones: rules, core, the store contract on SQLite, HTTP without what is slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { groupFiles } from './tests/groups.mjs';
import { makeTemporaryFolder } from './tests/temporary-folder.mjs';

const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `npm test needs Node 26 or newer (this is ${process.version}); run "npm ci" first: it brings one.`,
  );
  process.exit(1);
}
const ALL = 'test/**/*.test.ts';
/** What `npm run check` runs. */
const QUICK = [
  'test/*.test.ts',
  'test/architecture/**/*.test.ts',
  'test/bytes/**/*.test.ts',
  'test/core/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/scenarios/**/*.test.ts',
  'test/store/codec/**/*.test.ts',
  'test/store/engines/sqlite/sqlite-store.test.ts',
];
/** Too slow for `npm run check`: they wait for databases, time limits or other processes, or fill memory. */
const NOT_QUICK =
  /^test\/http\/(?:(?:outage|connection)\/|answer\/cache-bounds|api\/operator\/durable|request\/hostile-bodies)/;

/** Many times what the slowest group of tests takes. */
const LONGEST_TEST_MS = 20 * 60_000;
/** A test that has failed may still keep its process alive: then the whole is ended. */
const LONGEST_RUN_MS = 40 * 60_000;

const asked = process.argv.slice(2);
const files = await findTests();
const temporary = makeTemporaryFolder();
if (temporary) process.env.TMPDIR = temporary.path;
const server = (await needsPostgres()) ? await startPostgres() : undefined;
const tests = spawn(
  process.execPath,
  [
    '-C',
    'source',
    // Fewer collections of garbage: the tests of HTTP take a fifth less CPU with these. Objects have their room from
    // the start, and no threads wait for each other: the cores have other tests to run.
    '--max-semi-space-size=64',
    '--min-semi-space-size=64',
    '--initial-old-space-size=768',
    '--single-threaded-gc',
    '--require=./scripts/tests/untracked-promises.cjs',
    `--import=${import.meta.resolve('./tests/quick-resolve.mjs')}`,
    '--test',
    // Four more than there are cores: a process of the tests waits more than half of its time.
    `--test-concurrency=${availableParallelism() + 4}`,
    '--test-reporter=spec',
    // A test that waits for ever fails by name.
    `--test-timeout=${LONGEST_TEST_MS}`,
    ...groupFiles(files),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      // Hundreds of processes load the same files: without types and compiled once, a server of the tests
      // starts with 40 % less CPU.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/compiled'),
      ...(server && { TEST_POSTGRES: server.url() }),
    },
  },
);
// The terminal's Ctrl-C reaches the tests too: they end first, and say what they have to say.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal));
const tooLong = setTimeout(() => {
  console.error(
    `The tests have not ended within ${LONGEST_RUN_MS / 60_000} minutes: they are ended.`,
  );
  tests.kill('SIGTERM');
}, LONGEST_RUN_MS);
if (process.env.EXAMPLES === 'all') clearTimeout(tooLong);
const [status] = await once(tests, 'close');
clearTimeout(tooLong);
await server?.close();
temporary?.remove();
process.exit(status ?? 1);

/** The files of the tests that are asked for; all without a name. */
async function findTests() {
  const isQuick = asked.includes('--quick');
  const names = asked.filter((name) => name !== '--quick');
  const patterns = names.map((name) =>
    existsSync(name) && name.endsWith('.ts') ? name : `test/${name}/**/*.test.ts`,
  );
  const found = [];
  for (const [i, pattern] of patterns.entries()) {
    const matching = await Array.fromAsync(glob(pattern));
    if (matching.length === 0) refuse(names[i]);
    found.push(...matching);
  }
  if (isQuick) found.push(...(await Array.fromAsync(glob(QUICK))).filter(isQuickTest));
  if (!isQuick && names.length === 0) found.push(...(await Array.fromAsync(glob(ALL))));
  return [...new Set(found)].sort();
}

function isQuickTest(name) {
  return !NOT_QUICK.test(name);
}

/** A name that matches nothing would make a run look green that tested something else. */
function refuse(name) {
  console.error(
    `No test is named ${name}. Name a folder below test, or a file such as test/x.test.ts.`,
  );
  process.exit(1);
}

/** Whether a selected file, or one that it imports, asks for a database. */
async function needsPostgres() {
  if (process.env.TEST_POSTGRES !== undefined) return false;
  const seen = new Set();
  const waiting = files.map((name) => resolve(name));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file.endsWith(join('harness', 'postgres', 'test-database.ts'))) return true;
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']*\.ts)'/g);
    for (const [, name] of imports) waiting.push(resolve(dirname(file), name));
  }
  return false;
}

/** One server for all files: each makes databases of its own on it. */
async function startPostgres() {
  const { TestServer } = await import('../harness/postgres/test-server.ts');
  return TestServer.start();
}
