// Hands what arrives on a connection to Node's parser in small pieces. Node reads 64 kB at a time, which can hold
// 1,600 requests, and parses all of them at once. Between two pieces the reading can be stopped: the connection's
// own buffer keeps the rest. A piece ends with the headers of a request, so that what follows can wait for it.

import type { Socket } from 'node:net';

/** Nearly every request fits into one piece of this size. As many as it holds are parsed at once. */
const SMALL_PIECE = 1024;
/** A long body comes in pieces of this size. */
const LARGE_PIECE = 8 * 1024;
/** Thousands of smaller pieces that wait would take more memory than their bytes. */
const LEAST_KEPT = 128;
const HEADERS_END = '\r\n\r\n';

export class PiecewiseReader {
  /** Requests on this connection that wait for the answers before them. */
  waiting = 0;
  readonly #socket: Socket;
  readonly #push: (bytes: Uint8Array | null) => boolean;
  #isStopped = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#push = socket.push.bind(socket);
    socket.push = (bytes) => this.#pushPieces(bytes);
    // Node resumes a connection after each request that it parses, and when an answer has been read.
    const stayStopped = (): void => {
      if (this.#isStopped) socket.pause();
    };
    // Without this listener Node's parser would read past the connection's buffer.
    socket.on('data', stayStopped);
    socket.on('resume', stayStopped);
  }

  /** Stops the reading. What has been read but not parsed is kept. */
  stop(): void {
    this.#isStopped = true;
    this.#socket.pause();
  }

  /** Goes on if the reading was stopped. */
  readOn(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#socket.resume();
  }

  /** Says whether the connection's buffer takes more, as `push` does. */
  #pushPieces(bytes: Uint8Array | null): boolean {
    if (bytes === null || (bytes.length <= SMALL_PIECE && this.waiting === 0))
      return this.#push(bytes);
    let takesMore = true;
    for (let at = 0; at < bytes.length; ) {
      if (this.#socket.destroyed) return false;
      const least = this.#socket.isPaused() ? LEAST_KEPT : 0;
      const piece = cutAfterHeaders(bytes.subarray(at, at + LARGE_PIECE), least);
      takesMore = this.#push(piece);
      at += piece.length;
    }
    return takesMore;
  }
}

/** The bytes up to the end of headers that have at least that many; all if there is none. */
function cutAfterHeaders(bytes: Uint8Array, least: number): Uint8Array {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(HEADERS_END, least);
  return end < 0 ? bytes : bytes.subarray(0, end + HEADERS_END.length);
}
