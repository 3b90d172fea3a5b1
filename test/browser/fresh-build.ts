// The tests see the page as it was built: this says so where the sources have changed since.

import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/explorer/index.html');
/** What the page is made of. */
const SOURCES = ['src/explorer', 'src/client', 'src/contract', 'src/core'];

/** Rejects where the explorer was not built, or not since its sources changed. */
export async function checkBuild(): Promise<void> {
  if (!existsSync(BUILT)) throw new Error('the web explorer is not built: run npm run explorer');
  const { mtimeMs: builtMs } = await stat(BUILT);
  for (const folder of SOURCES) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      const { mtimeMs } = await stat(join(ROOT, folder, name));
      if (mtimeMs <= builtMs || !/\.\w+$/.test(name)) continue;
      throw new Error(`${folder}/${name} is newer than the built page: run npm run explorer`);
    }
  }
}
