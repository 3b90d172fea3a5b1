// A server with a store and callers of its own: one is asked for the whole run, another only towards its end.

import { join } from 'node:path';
import { Child } from '../../harness/processes.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Ground } from '../row.ts';
import type { Opened, Stretch } from './soak-process.ts';
import type { SoakStore } from './soak-store.ts';

// Callers come from many addresses, and read the figures too; a token lives for a minute, the least there is.
const SETTINGS = { TRUST_PROXY: 'true', METRICS_ACCESS: 'public', TOKEN_LIFETIME: '1' };

export const storePath = ({ folder }: Ground, name: string): string => join(folder, `${name}.db`);

export class SoakedServer {
  readonly #server: ProductServer;
  readonly #callers: Child;

  private constructor(server: ProductServer, callers: Child) {
    this.#server = server;
    this.#callers = callers;
  }

  static async start(ground: Ground, name: string, store: SoakStore): Promise<SoakedServer> {
    const path = storePath(ground, name);
    const server = await ProductServer.start(ground, {
      env: { ...SETTINGS, STORE: `sqlite:${path}` },
    });
    const callers = new Child('torture/soak/soak-process.ts');
    ground.after(() => callers.stop());
    const opened: Opened = { port: server.port, seed: ground.seed, store };
    await callers.call('open', opened);
    return new SoakedServer(server, callers);
  }

  get url(): string {
    return this.#server.url;
  }

  async call(perSecond: number, seconds: number): Promise<Stretch> {
    const stretch = await this.#callers.call<Stretch>('call', perSecond, seconds);
    if (this.#server.hasEnded) throw new Error(`the server ended: ${this.#server.stderr}`);
    return stretch;
  }

  /** False if the server did not end as it should. */
  async stop(): Promise<boolean> {
    await this.#callers.stop();
    return (await this.#server.stop()) === 0;
  }
}
