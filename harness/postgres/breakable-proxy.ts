// A proxy between a client and PostgreSQL that a test can break at any time, or exactly when a COMMIT passes.

import { createServer, type Server, type Socket, connect as toServer } from 'node:net';

/** What happens at the next COMMIT: both sides are cut before it arrives, or before its answer arrives. */
export type AtCommit = 'lose the request' | 'lose the answer';

/** A simple query of nothing else, whose text ends in a NUL. */
const COMMIT = Buffer.from('COMMIT\0');

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class BreakableProxy {
  readonly #target: URL;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  #isBlocked = false;
  #atCommit: { readonly what: AtCommit; readonly isBlockedAfter: boolean } | undefined;
  /** How many COMMITs were broken. */
  caught = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#listener = createServer((client) => this.#accept(client));
  }

  static async start(target: string): Promise<BreakableProxy> {
    const proxy = new BreakableProxy(target);
    await new Promise<void>((resolve) => proxy.#listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#listener.address() as { port: number }).port);
    return url.href;
  }

  /** Breaks the next COMMIT. With `isBlockedAfter` no connection gets through from then on. */
  breakAtCommit(what: AtCommit, isBlockedAfter = false): void {
    this.#atCommit = { what, isBlockedAfter };
  }

  /** Cuts all connections, and new ones at once. */
  block(): void {
    this.#isBlocked = true;
    for (const pair of this.#pairs) this.#cut(pair);
  }

  unblock(): void {
    this.#isBlocked = false;
  }

  async close(): Promise<void> {
    this.block();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    if (this.#isBlocked) {
      client.destroy();
      return;
    }
    const server = toServer(Number(this.#target.port), this.#target.hostname);
    const pair: Pair = { client, server };
    this.#pairs.add(pair);
    server.on('error', () => {});
    for (const socket of [client, server]) socket.on('close', () => this.#cut(pair));
    let isCaught = false;
    client.on('data', (bytes: Buffer) => {
      const broken = bytes.includes(COMMIT) ? this.#atCommit : undefined;
      isCaught = broken !== undefined;
      if (broken?.what === 'lose the request') this.#break(pair);
      else server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (isCaught) this.#break(pair);
      else client.write(bytes);
    });
  }

  #break(pair: Pair): void {
    const { isBlockedAfter } = this.#atCommit!;
    this.#atCommit = undefined;
    this.caught++;
    if (isBlockedAfter) this.block();
    else this.#cut(pair);
  }

  #cut(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
