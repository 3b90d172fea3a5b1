// Clients that take their time: with headers, with a body, with anything at all, or with reading.

import type { Socket } from 'node:net';
import { openSocket } from '../../harness/http/raw-connection.ts';

export const SLOW_KINDS = ['headers', 'body', 'silent', 'reading'] as const;
export type SlowKind = (typeof SLOW_KINDS)[number];

/** Requests sent at once on one connection: far more than the system takes while the client does not read. */
const PIPELINED = 24;

export interface SlowOptions {
  readonly port: number;
  readonly key: string;
  /** A path whose answer has a megabyte or so. */
  readonly longPath: string;
}

export class SlowClient {
  readonly kind: SlowKind;
  readonly #socket: Socket;
  readonly #openedAt = performance.now();
  readonly #port: number;
  readonly #rest: string[];
  /** How long the server bore it; undefined while it does. */
  openMs: number | undefined;

  private constructor(kind: SlowKind, socket: Socket, options: SlowOptions) {
    this.kind = kind;
    this.#socket = socket;
    this.#port = socket.localPort!;
    this.#rest = [...restOf(kind, options)];
    socket.on('close', () => {
      this.openMs ??= performance.now() - this.#openedAt;
    });
    if (kind === 'reading') socket.pause();
    else socket.on('data', () => {});
    socket.write(beginningOf(kind, options));
  }

  static async open(kind: SlowKind, options: SlowOptions): Promise<SlowClient> {
    return new SlowClient(kind, await openSocket(options.port), options);
  }

  /** Sends one more byte, for clients that send slowly. */
  drip(): void {
    const next = this.#rest.shift();
    if (next !== undefined && this.#socket.writable) this.#socket.write(next);
  }

  /** Who does not read is told by others that the connection has ended. */
  noteOpen(ports: ReadonlySet<number>): void {
    if (this.kind !== 'reading' || ports.has(this.#port)) return;
    this.openMs ??= performance.now() - this.#openedAt;
  }

  close(): void {
    this.#socket.destroy();
  }
}

function beginningOf(kind: SlowKind, { key, longPath }: SlowOptions): string {
  const head = `host: localhost\r\nauthorization: Bearer ${key}\r\n`;
  switch (kind) {
    case 'headers':
      return `GET ${longPath} HTTP/1.1\r\n`;
    case 'body':
      return `POST /api/fundamental/meta/all HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 200\r\n\r\n{`;
    case 'silent':
      return '';
    case 'reading':
      return `GET ${longPath} HTTP/1.1\r\n${head}\r\n`.repeat(PIPELINED);
  }
}

/** What drips behind it, byte by byte. */
function restOf(kind: SlowKind, { key }: SlowOptions): string {
  if (kind === 'headers') return `host: localhost\r\nauthorization: Bearer ${key}\r\n`;
  return kind === 'body' ? ' '.repeat(100) : '';
}
