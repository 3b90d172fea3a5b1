// Writes the files of the build a second and a third time, compressed: the server then sends fewer bytes and
// does no work for it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|svg|html)$/;
/** A smaller file is one packet either way. */
const LEAST_BYTES = 1_024;

const WAYS = {
  br: promisify(brotliCompress),
  gz: promisify(gzip),
};

const OPTIONS = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  gz: { level: constants.Z_BEST_COMPRESSION },
};

export const compressBuild = (): Plugin => ({
  name: 'compress-build',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
    await Promise.all(names.map((name) => compressFile(join(dir!, name))));
  },
});

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < LEAST_BYTES) return;
  await writeFile(`${path}.br`, await WAYS.br(bytes, OPTIONS.br));
  await writeFile(`${path}.gz`, await WAYS.gz(bytes, OPTIONS.gz));
}
