// The thread that decodes a Parquet file, while the importer's own thread stores what was decoded before.

import { stat } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from '#importers/files/open-input';
import { RandomAccessFile } from '#importers/files/random-access';
import { type FromTableThread, packBatch, packFault } from '#importers/table-messages';
import { openParquet } from '#importers/tables/parquet/parquet-table';

const port = parentPort!;
const { path } = workerData as { readonly path: string };

/** How many batches may be sent before one was asked for. */
let credit = 0;
let wake = (): void => {};
port.on('message', (more: number) => {
  credit += more;
  wake();
});

async function work(): Promise<void> {
  let readBytes = 0;
  const handle = await openFile(path);
  const { size } = await stat(path);
  const file = new RandomAccessFile(handle, size, (bytes) => {
    readBytes = bytes;
  });
  try {
    const { names, headWord, place, batches } = await openParquet(file);
    port.postMessage({ names, headWord, place } satisfies FromTableThread);
    for await (const each of batches) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit--;
      const { batch, memory } = packBatch(each, readBytes);
      port.postMessage({ batch } satisfies FromTableThread, memory);
    }
    port.postMessage({ isEnd: true } satisfies FromTableThread);
  } finally {
    await file.close();
  }
}

try {
  await work();
} catch (error) {
  port.postMessage({ fault: packFault(error) } satisfies FromTableThread);
}
port.close();
