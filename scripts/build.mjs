// Compiles src to dist: JavaScript with types. dist/explorer is the page's own build and stays.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';

for (const name of existsSync('dist') ? readdirSync('dist') : []) {
  if (name !== 'explorer') rmSync(`dist/${name}`, { recursive: true, force: true });
}
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
