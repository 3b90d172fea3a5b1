// A connection that sends bytes as they are and reads whole answers, one at a time.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readAnswer } from '../../harness/http/raw-exchange.ts';
import type { Answer } from '../../harness/world/world.ts';

/** No answer of a server that works takes as long. */
const PATIENCE_MS = 30_000;
const INTERIM = /^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/;

export class Hung extends Error {}

/** The last word on a request: what only asks to go on is not it. */
function finalAnswer(bytes: Buffer, isHead: boolean, isEnded: boolean): Answer | undefined {
  const interim = INTERIM.exec(bytes.toString('latin1', 0, 2_000));
  if (interim) return finalAnswer(bytes.subarray(interim[0].length), isHead, isEnded);
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  if (!isHead) return readAnswer(isEnded ? withLength(bytes, end) : bytes);
  const head = bytes
    .toString('latin1', 0, end)
    .replace(/\r\n(?:content-length|transfer-encoding):[^\r]*/gi, '');
  return readAnswer(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
}

/** An answer of unknown length, as HTTP/1.0 gets it, lasts until the connection ends. */
function withLength(bytes: Buffer, headEnd: number): Buffer {
  const head = bytes.toString('latin1', 0, headEnd);
  if (/\r\n(?:content-length|transfer-encoding):/i.test(head)) return bytes;
  const rest = bytes.subarray(headEnd + 4);
  const told = Buffer.from(`${head}\r\ncontent-length: ${rest.length}\r\n\r\n`, 'latin1');
  return Buffer.concat([told, rest]);
}

/** Collects until there is a whole answer, or the connection ends. */
function collect(socket: Socket, isHead: boolean, isToEnd: boolean): Promise<Answer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
  let bytes: Buffer = Buffer.alloc(0);
  const look = (isEnded: boolean): Answer | undefined => finalAnswer(bytes, isHead, isEnded);
  const settle = (act: () => void): void => {
    clearTimeout(timer);
    socket.off('data', onData).off('close', onClose);
    act();
  };
  const onData = (piece: Buffer): void => {
    bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
    if (isToEnd) return;
    const answer = look(false);
    if (answer) settle(() => resolve(answer));
  };
  const onClose = (): void => settle(() => resolve(look(true)));
  const timer = setTimeout(
    () => settle(() => reject(new Hung(`no end after ${PATIENCE_MS} ms`))),
    PATIENCE_MS,
  );
  socket.on('data', onData).on('close', onClose);
  return promise;
}

export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Asks on the open connection, else on a new one. Undefined if it ended without an answer. */
  async ask(bytes: Buffer, isHead: boolean): Promise<Answer | undefined> {
    const answer = await this.#try(bytes, isHead);
    // The server may have ended it at the same moment, which the client cannot know.
    return answer ?? (await this.#try(bytes, isHead));
  }

  async #try(bytes: Buffer, isHead: boolean): Promise<Answer | undefined> {
    const isOpen = this.#socket && !this.#socket.destroyed && this.#socket.writable;
    const socket = isOpen ? this.#socket! : await openQuiet(this.#port);
    this.#socket = socket;
    const answered = collect(socket, isHead, false);
    socket.write(bytes);
    const answer = await answered;
    if (!answer || /close/i.test(String(answer.headers.connection ?? ''))) this.close();
    return answer;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

async function openQuiet(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  // What the server said before it broke the connection counts; `close` follows.
  socket.on('error', () => {});
  return socket;
}

/** Sends bytes on a connection of their own, ends this side, and reads until the server ends its own. */
export async function sendAlone(port: number, bytes: Buffer): Promise<Answer | undefined> {
  const socket = await openQuiet(port);
  const answered = collect(socket, bytes.subarray(0, 5).toString('latin1') === 'HEAD ', true);
  socket.end(bytes);
  try {
    return await answered;
  } finally {
    socket.destroy();
  }
}
