// Hands what arrives on a connection to Node's parser in small pieces. Node reads 64 kB at a time, which can hold
// 1,600 requests, and parses all of them at once. Between two pieces the reading can be stopped. A piece ends
// with the headers of a request, so that what follows a request that must wait is not parsed.

import type { Socket } from 'node:net';

/** Nearly every request fits into the first piece. */
const FIRST_PIECE = 1024;
const HEADERS_END = '\r\n\r\n';
/** Pieces grow while they bring no request that waits, as with a long body. */
const LARGEST_PIECE = 8 * 1024;

type Parse = (bytes: Buffer) => void;

export class PiecewiseReader {
  /** Requests on this connection that wait for the answers before them. */
  waiting = 0;
  readonly #socket: Socket;
  readonly #parse: Parse | undefined;
  #rest: Buffer | undefined;
  #isStopped = false;

  /** Takes the place of Node's own listener, which does the parsing. */
  constructor(socket: Socket) {
    this.#socket = socket;
    const [parse] = socket.listeners('data') as Parse[];
    this.#parse = parse;
    if (!parse) return;
    socket.removeListener('data', parse);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    // Node stops and resumes connections for reasons of its own too, such as an answer that is not read.
    socket.on('resume', () => {
      // Without the second question a pause just before this event would be undone.
      if (this.#isStopped || socket.isPaused()) socket.pause();
      else this.#readRest();
    });
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

  #readRest(): void {
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest) this.#read(rest);
  }

  #read(bytes: Buffer): void {
    if (this.#rest) this.#rest = Buffer.concat([this.#rest, bytes]);
    else if (bytes.length <= FIRST_PIECE && this.waiting === 0) this.#parse!(bytes);
    else this.#parsePieces(bytes);
  }

  #parsePieces(bytes: Buffer): void {
    const socket = this.#socket;
    let size = FIRST_PIECE;
    for (let at = 0; at < bytes.length; ) {
      if (isOver(socket)) return;
      // Node resumes a connection after each request, so that it may be stopped without being paused.
      if (this.#isStopped || socket.isPaused()) {
        this.#rest = bytes.subarray(at);
        return;
      }
      const before = this.waiting;
      const piece = pieceOf(bytes, at, size);
      this.#parse!(piece);
      at += piece.length;
      size = this.waiting > before ? FIRST_PIECE : Math.min(2 * size, LARGEST_PIECE);
    }
  }
}

/** The bytes up to the end of the next headers, or `size` bytes. */
function pieceOf(bytes: Buffer, at: number, size: number): Buffer {
  const piece = bytes.subarray(at, at + size);
  const end = piece.indexOf(HEADERS_END);
  return end < 0 ? piece : piece.subarray(0, end + HEADERS_END.length);
}

/** Whether Node reads no more of a connection: it has ended, or its parser was taken away. */
const isOver = (socket: Socket): boolean =>
  socket.destroyed || ('parser' in socket && socket.parser === null);
