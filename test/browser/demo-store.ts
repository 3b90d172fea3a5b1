// The demo's data at one instant. Filling takes seconds, so it is done once per state of the sources;
// every server of a test gets a copy.

import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findZone } from '#core/time/zone';
import { fillDemo } from '#demo/fill-demo';
import { openStore } from '#store/open/open-store';
import { makeOnce } from '../../harness/make-once.ts';

/** A Friday, 10:00 in the market. */
export const NOW = Date.parse('2026-11-13T09:00:00Z');

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache');
const SOURCES = ['src/core', 'src/demo', 'src/store', 'sql'];

/** Read once a process: it takes a tenth of a second of CPU. */
let hashing: Promise<string> | undefined;

/** Puts the demo's data into a new file. */
export async function copyDemo(path: string): Promise<void> {
  const filled = join(CACHE, `demo-${await (hashing ??= hashSources())}.db`);
  await makeOnce(
    `${filled}-is-being-filled`,
    () => existsSync(filled),
    () => fill(filled),
  );
  await copyFile(filled, path, constants.COPYFILE_FICLONE);
}

/** Fills a file, which appears whole or not at all. */
async function fill(path: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const isOlder = /^demo-.*\.db$/.test(name) && name !== basename(path);
    if (isOlder) await rm(join(CACHE, name), { force: true });
  }
  const staging = await mkdtemp(join(CACHE, 'filling-'));
  try {
    const store = await openStore(`sqlite:${join(staging, 'demo.db')}`);
    await fillDemo(store, NOW, findZone('Europe/Berlin')!);
    await store.close();
    await rename(join(staging, 'demo.db'), path);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(String(NOW));
  for (const folder of SOURCES) {
    const names = await readdir(join(ROOT, folder), { recursive: true });
    for (const name of names.sort()) {
      if (!/\.(?:ts|sql)$/.test(name)) continue;
      hash.update(name).update(await readFile(join(ROOT, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
