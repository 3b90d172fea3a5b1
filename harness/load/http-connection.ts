// One keep-alive connection that sends ready-made requests and counts what comes back. It reads just
// enough of HTTP/1.1 to find an answer's end: autocannon took twice its CPU for small answers and
// 7 to 10 times for large ones, of which it could ask for at most 300 a second: it measured itself.

import { connect, type Socket } from 'node:net';

export interface Answered {
  readonly status: number;
  /** The bytes of the body, as sent. */
  readonly bytes: number;
}

const READ_BYTES = 256 * 1024;
const HEAD_END = Buffer.from('\r\n\r\n');

type Stage = 'head' | 'body' | 'chunk-size' | 'chunk' | 'trailer';

export class HttpConnection {
  readonly #socket: Socket;
  #waiting: { resolve(answer: Answered): void; reject(error: Error): void } | undefined;
  #stage: Stage = 'head';
  /** Bytes of an unfinished head or chunk size from earlier reads. */
  #rest: Buffer = Buffer.alloc(0);
  /** The missing bytes of the body, or of the chunk and its line end. */
  #left = 0;
  #status = 0;
  #bytes = 0;
  #isEnding = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Opens a connection, from another address of this machine if told. */
  static open(port: number, localAddress?: string): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        ...(localAddress === undefined ? {} : { localAddress }),
        onread: {
          buffer: Buffer.allocUnsafe(READ_BYTES),
          callback: (length, buffer) => connection.#read(buffer as Buffer, length),
        },
      });
      const connection = new HttpConnection(socket);
      socket.once('connect', () => resolve(connection));
      socket.once('error', (error) => {
        reject(error);
        connection.#fail(error);
      });
      socket.once('close', () => connection.#fail(new Error('the server closed the connection')));
    });
  }

  /** Whether the connection is closed, or the server's last answer said that it will be. */
  get isClosed(): boolean {
    return this.#socket.destroyed || this.#isEnding;
  }

  /** Sends a request and resolves with its answer; one at a time. */
  ask(request: Buffer): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) reject(new Error('the connection is closed'));
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #read(buffer: Buffer, length: number): boolean {
    let at = 0;
    while (at < length) {
      switch (this.#stage) {
        case 'head':
          at = this.#readHead(buffer, at, length);
          break;
        case 'chunk-size':
          at = this.#readChunkSize(buffer, at, length);
          break;
        default:
          at = this.#skipBody(at, length);
      }
    }
    return true;
  }

  #readHead(buffer: Buffer, from: number, length: number): number {
    const { text, next } = this.#takeThrough(HEAD_END, buffer, from, length);
    if (text === undefined) return length;
    this.#status = Number(text.slice(9, 12));
    this.#bytes = 0;
    // Only refusals say so: reading every head would be part of what is measured.
    this.#isEnding = this.#status >= 400 && /\r\nconnection: *close/i.test(text);
    const size = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (size === undefined) this.#stage = 'chunk-size';
    else if (size === '0') this.#finish();
    else {
      this.#stage = 'body';
      this.#left = Number(size);
      this.#bytes = this.#left;
    }
    return next;
  }

  #readChunkSize(buffer: Buffer, from: number, length: number): number {
    const { text, next } = this.#takeThrough(HEAD_END.subarray(0, 2), buffer, from, length);
    if (text === undefined) return length;
    const size = Number.parseInt(text, 16);
    this.#bytes += size;
    // The line end after the chunk. After the last, empty chunk it ends the answer.
    this.#left = size + 2;
    this.#stage = size === 0 ? 'trailer' : 'chunk';
    return next;
  }

  #skipBody(from: number, length: number): number {
    const taken = Math.min(this.#left, length - from);
    this.#left -= taken;
    if (this.#left === 0) {
      if (this.#stage === 'chunk') this.#stage = 'chunk-size';
      else this.#finish();
    }
    return from + taken;
  }

  /** The text up to an end mark, which may have begun in an earlier read; undefined if the mark is missing. */
  #takeThrough(mark: Buffer, buffer: Buffer, from: number, length: number) {
    if (this.#rest.length === 0) {
      const end = buffer.subarray(0, length).indexOf(mark, from);
      if (end >= 0) return { text: buffer.toString('latin1', from, end), next: end + mark.length };
    }
    const before = this.#rest.length;
    const joined = Buffer.concat([this.#rest, buffer.subarray(from, length)]);
    const end = joined.indexOf(mark);
    if (end < 0) {
      this.#rest = joined;
      return { text: undefined, next: length };
    }
    this.#rest = Buffer.alloc(0);
    return { text: joined.toString('latin1', 0, end), next: from + end + mark.length - before };
  }

  #finish(): void {
    this.#stage = 'head';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: this.#status, bytes: this.#bytes });
  }
}
