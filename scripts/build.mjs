// Compiles src to dist: JavaScript with types. dist/explorer is the page's own build and stays. Options are given
// to the compiler.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const startedAt = Date.now();
execFileSync('tsc', ['-p', 'tsconfig.build.json', ...process.argv.slice(2)], { stdio: 'inherit' });
removeOlder('dist', startedAt);

/** What this build did not write has no source any more. Only now: the product may be running from dist. */
function removeOlder(folder, timeMs) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name);
    if (path === join('dist', 'explorer')) continue;
    if (entry.isDirectory()) removeOlder(path, timeMs);
    // Some file systems keep times to the second.
    else if (statSync(path).mtimeMs < Math.floor(timeMs / 1000) * 1000) rmSync(path);
  }
}
