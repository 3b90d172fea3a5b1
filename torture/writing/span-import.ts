// An import into the store that rows write to, and the moments at which it is worth breaking something.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductProcess } from '../../harness/product-process.ts';
import type { Random } from '../../harness/random.ts';
import { writeSpanFile } from './written-store.ts';

/** About as long as a commit takes. */
const COMMIT_MS = 20;

/** Begins the import of one span; its file is written to `folder`. */
export async function startSpanImport(
  folder: string,
  storePath: string,
  span: number,
  under: readonly string[] = [],
): Promise<ProductProcess> {
  const file = join(folder, 'span.csv');
  await writeSpanFile(file, span);
  return new ProductProcess(['import', file, '--store', `sqlite:${storePath}`], {}, under);
}

/** How long an undisturbed import takes. */
export async function timeSpanImport(
  folder: string,
  storePath: string,
  span: number,
): Promise<number> {
  const startedAt = performance.now();
  const importer = await startSpanImport(folder, storePath, span);
  const [code] = await importer.ended;
  if (code !== 0) throw new Error(`an import failed: ${importer.stderr}`);
  return performance.now() - startedAt;
}

/**
 * Begins an import and resolves at a random moment of it: anywhere, late, or while its transaction is being
 * written, if no other process writes to the store.
 */
export async function importUntil(
  storePath: string,
  start: () => Promise<ProductProcess>,
  { random, usualMs, isAlone }: { random: Random; usualMs: number; isAlone: boolean },
): Promise<ProductProcess> {
  const before = await writtenAt(storePath);
  const importer = await start();
  const share = random.unit();
  const way = random.below(3);
  if (way === 2 && isAlone) {
    while (!importer.hasEnded && (await writtenAt(storePath)) === before) await sleep(1);
    await sleep(share * COMMIT_MS);
  } else {
    const atMs = usualMs * (way === 0 ? share * 1.05 : 0.6 + 0.45 * share);
    await Promise.race([sleep(atMs), importer.ended]);
  }
  return importer;
}

/** Changes with every commit, and while a transaction is too large for memory. */
const writtenAt = (path: string): Promise<string> =>
  stat(`${path}-wal`, { bigint: true }).then(
    ({ size, mtimeNs }) => `${size} ${mtimeNs}`,
    () => 'none',
  );
