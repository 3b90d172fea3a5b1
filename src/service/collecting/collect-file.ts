// The configuration file that the setting COLLECT names.

import { open } from 'node:fs/promises';
import { type CollectConfig, readCollectConfig } from '#service/collecting/collect-config';

const MAX_BYTES = 1 << 20;

/** Throws a plain Error that begins with the file's name. */
export async function loadCollectConfig(path: string): Promise<CollectConfig> {
  try {
    return await readCollectConfig(await readText(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file (setting COLLECT)' : message;
    throw new Error(`${path}: ${reason}`);
  }
}

async function readText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new Error('the file is larger than 1 MiB');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
