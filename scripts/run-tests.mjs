// Runs the tests with the Node that the checkout brings, whatever Node started npm.
//   npm test                 everything
//   npm test -- core store   only test/core and test/store (or single files)
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `npm test needs Node 26 or newer (this is ${process.version}); run "npm ci" first: it brings one.`,
  );
  process.exit(1);
}
const asked = process.argv.slice(2);
const patterns =
  asked.length === 0
    ? ['test/**/*.test.ts']
    : asked.map((name) =>
        existsSync(name) && name.endsWith('.ts') ? name : `test/${name}/**/*.test.ts`,
      );
const { status } = spawnSync(
  process.execPath,
  [
    '-C',
    'source',
    '--test',
    // Node leaves one core idle by itself, which on two cores is half of them.
    `--test-concurrency=${availableParallelism()}`,
    '--test-reporter=spec',
    ...patterns,
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
);
process.exit(status ?? 1);
