// A connection that sends bytes as they are, also such as no HTTP client would send, and reads whole answers.

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../world/world.ts';
import { readAnswer } from './read-answer.ts';

/** Starts listening on a free port of this machine and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export interface SocketWays {
  readonly host?: string | undefined;
  /** Another address of this machine, from which the connection comes. */
  readonly from?: string | undefined;
  /** Keeps the client's half open when the server has ended its own. */
  readonly allowHalfOpen?: boolean;
}

/** Opens a connection. Its errors are silent: `close` follows, and what the server sent before counts. */
export async function openSocket(port: number, ways: SocketWays = {}): Promise<Socket> {
  const { host = '127.0.0.1', from, allowHalfOpen = false } = ways;
  const socket = connect({
    ...{ host, port, allowHalfOpen, noDelay: true },
    ...(from === undefined ? {} : { localAddress: from }),
  });
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

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
  // A connection is used for thousands of requests: one silent listener is enough.
  if (socket.listenerCount('error') === 0) socket.on('error', () => {});
  socket.on('data', onData).on('close', onClose);
  return promise;
}

/** Waits for one whole answer and closes; undefined if the connection ends without one. */
export async function awaitAnswer(socket: Socket): Promise<Answer | undefined> {
  const answer = await collect(socket, false, false);
  socket.destroy();
  return answer;
}

/** Waits until the server ends the connection; returns the answer that came before. */
export const awaitEnd = (socket: Socket): Promise<Answer | undefined> =>
  collect(socket, false, true);

/** Sends bytes on a connection of their own and returns the answer. */
export async function exchange(port: number, bytes: string | Buffer): Promise<Answer | undefined> {
  const socket = await openSocket(port);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return awaitAnswer(socket);
}

/** Sends bytes on a connection of their own, ends this side, and reads until the server ends its own. */
export async function sendAlone(port: number, bytes: Buffer): Promise<Answer | undefined> {
  const socket = await openSocket(port);
  const answered = collect(socket, bytes.subarray(0, 5).toString('latin1') === 'HEAD ', true);
  socket.end(bytes);
  try {
    return await answered;
  } finally {
    socket.destroy();
  }
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
    const socket = isOpen ? this.#socket! : await openSocket(this.#port);
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
