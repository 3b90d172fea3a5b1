// Arrow IPC bytes as whole messages, each checked for its size before it is read into memory. A file's
// messages are found by its footer, which has the schema too; together they make a stream.

import { ImportFault } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { checkMessage, damaged, readFooter } from '#importers/tables/arrow/arrow-metadata';

type Arrow = typeof import('apache-arrow');

export const FILE_MARK = Buffer.from('ARROW1');
/** The footer's length, and the mark again. */
const TAIL_BYTES = 4 + FILE_MARK.length;
/** A continuation mark and the length of the metadata. */
const PREFIX_BYTES = 8;
const CONTINUATION = 0xffffffff;
const MAX_METADATA_BYTES = 16 << 20;

/** Takes any number of bytes from pieces of any size. */
class ByteQueue {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next bytes, fewer only if the file ends before. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#pieces.next();
        if (done) break;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

/** Yields the messages of a stream up to its end mark; `onMessage` is called before each. */
export async function* streamMessages(
  pieces: AsyncIterable<Uint8Array>,
  onMessage: () => void,
): AsyncGenerator<Uint8Array> {
  const queue = new ByteQueue(pieces);
  try {
    for (;;) {
      const prefix = await queue.take(PREFIX_BYTES);
      // A stream may end without its end mark, but not within one.
      if (prefix.length === 0) return;
      if (prefix.length < PREFIX_BYTES) throw damaged('it ends within a message');
      const metadataBytes = metadataLength(prefix);
      if (metadataBytes === 0) return;
      const metadata = await takeAll(queue, metadataBytes);
      const bodyBytes = checkMessage(metadata);
      onMessage();
      yield prefix;
      yield metadata;
      if (bodyBytes > 0) yield await takeAll(queue, bodyBytes);
    }
  } finally {
    await queue.close();
  }
}

/** Yields the messages of a file as a stream has them: schema, dictionaries, record batches. */
export async function* fileMessages(
  { Message }: Arrow,
  file: RandomAccessFile,
  onMessage: () => void,
): AsyncGenerator<Uint8Array> {
  const footer = await takeFooter(file);
  const blocks = readFooter(footer);
  // Blocks that share bytes would be read again and again.
  const blockBytes = blocks.reduce((sum, each) => sum + each.metadataBytes + each.bodyBytes, 0);
  if (blockBytes > file.sizeBytes) throw damaged('its messages take more bytes than the file has');
  const { Footer } = await import('apache-arrow/ipc/metadata/file');
  const schema = Message.encode(Message.from(Footer.decode(footer).schema));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(CONTINUATION, 0);
  prefix.writeInt32LE(schema.length, 4);
  yield prefix;
  yield schema;
  for (const { offset, metadataBytes, bodyBytes } of blocks) {
    if (!(metadataBytes > PREFIX_BYTES && metadataBytes <= MAX_METADATA_BYTES)) {
      throw damaged(`${metadataBytes} bytes of metadata`);
    }
    const head = await file.read(offset, offset + metadataBytes);
    const isSound = metadataLength(head) === metadataBytes - PREFIX_BYTES;
    if (!isSound || checkMessage(head.subarray(PREFIX_BYTES)) !== bodyBytes) {
      throw damaged('its footer and its messages do not agree');
    }
    onMessage();
    yield head;
    const bodyStart = offset + metadataBytes;
    if (bodyBytes > 0) yield await file.read(bodyStart, bodyStart + bodyBytes);
  }
}

async function takeFooter(file: RandomAccessFile): Promise<Uint8Array> {
  const { sizeBytes } = file;
  const tail = Buffer.from(await file.read(Math.max(0, sizeBytes - TAIL_BYTES), sizeBytes));
  if (!FILE_MARK.equals(tail.subarray(-FILE_MARK.length))) {
    throw damaged('the mark at its end is missing');
  }
  const footerBytes = tail.readInt32LE(0);
  if (!(footerBytes > 0 && footerBytes <= MAX_METADATA_BYTES)) {
    throw damaged(`a footer of ${footerBytes} bytes`);
  }
  return file.read(sizeBytes - TAIL_BYTES - footerBytes, sizeBytes - TAIL_BYTES);
}

/** The length of a message's metadata, by its first bytes; 0 is the end of a stream. */
function metadataLength(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.getUint32(0, true) !== CONTINUATION) {
    throw new ImportFault('this is not Arrow IPC, or from before Arrow 0.15');
  }
  const length = view.getInt32(4, true);
  if (length >= 0 && length <= MAX_METADATA_BYTES) return length;
  throw damaged(`${length} bytes of metadata`);
}

async function takeAll(queue: ByteQueue, count: number): Promise<Uint8Array> {
  const bytes = await queue.take(count);
  if (bytes.length < count) throw damaged('it ends within a message');
  return bytes;
}
