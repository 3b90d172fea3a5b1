// A file that is read at any offset. Standard input and compressed files become a temporary file, which
// is removed when it is closed.

import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportFault } from '#importers/files/import-fault';

export class RandomAccessFile {
  readonly sizeBytes: number;
  readonly #handle: FileHandle;
  readonly #folder: string | undefined;
  readonly #onRead: (bytes: number) => void;
  #readBytes = 0;

  /** `folder` is removed with its content when the file is closed. */
  constructor(
    handle: FileHandle,
    sizeBytes: number,
    onRead: (bytes: number) => void,
    folder?: string,
  ) {
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
    this.#onRead = onRead;
    this.#folder = folder;
  }

  get fd(): number {
    return this.#handle.fd;
  }

  /** The bytes from `start` up to `end`; throws if the file ends before. */
  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!(start >= 0 && end >= start && end <= this.sizeBytes)) {
      throw new ImportFault('the file is damaged or cut off: it refers to bytes it does not have');
    }
    const bytes = new Uint8Array(end - start);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#handle.read(
        bytes,
        filled,
        bytes.length - filled,
        start + filled,
      );
      if (bytesRead === 0) throw new ImportFault('the file became shorter while it was read');
      filled += bytesRead;
    }
    this.tellRead(bytes.length);
    return bytes;
  }

  /** Adds bytes to those that were read, for progress. */
  tellRead(bytes: number): void {
    this.#onRead(Math.min((this.#readBytes += bytes), this.sizeBytes));
  }

  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The temporary file cannot be written: its folder is missing, full or not writable. */
export class SpoolFailed extends Error {
  override readonly name = 'SpoolFailed';

  /** The system's name of the fault, such as ENOSPC. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`no temporary file can be written: ${(cause as Error).message}`, { cause });
    this.code = code;
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const NOT_WRITABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'];

/** What the reader of the pieces throws stays as it is. */
function spoolFault(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return [...NO_ROOM, ...NOT_WRITABLE].includes(code) ? new SpoolFailed(code, error) : error;
}

/** Writes pieces to a temporary file and opens it. Throws SpoolFailed if that cannot be done. */
export async function spool(pieces: AsyncIterable<Uint8Array>): Promise<RandomAccessFile> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-spool-')).catch((error) => {
    throw spoolFault(error);
  });
  try {
    const path = join(folder, 'input');
    await pipeline(pieces, createWriteStream(path, { mode: 0o600 }));
    const handle = await open(path);
    const { size } = await handle.stat();
    return new RandomAccessFile(handle, size, () => {}, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw spoolFault(error);
  }
}
