// The product as users run it: compiled before a run, unless dist is newer than all that it is made from.

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runBuilt } from '../harness/product-process.ts';

/** What dist is made from. The page has a build of its own. */
const SOURCES = [
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
];
/** Written by every build. */
const BUILT = 'dist/cli/main.js';

const changedAt = (path: string): number =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;

function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return changedAt(path);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => !name.startsWith('explorer'));
  // A folder changes when a file of it is removed.
  return Math.max(changedAt(path), ...files.map((name) => changedAt(join(path, name))));
}

/** Makes later processes of the product run from dist. */
export function prepareBuild(root: string): void {
  const newest = Math.max(...SOURCES.map((name) => newestIn(join(root, name))));
  if (changedAt(join(root, BUILT)) < newest) {
    execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  }
  runBuilt();
}
