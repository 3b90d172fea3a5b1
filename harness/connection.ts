// Keep-alive connections that stay with the worker that answers them.

import { Agent, request } from 'node:http';
import { type Lifetime, until } from './lifetime.ts';

export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Which process answered. */
  readonly by: string;
}

/** A client gives up, as real ones do: a connection that is handed to a dying worker may never be answered. */
const MOST_WAIT_MS = 20_000;

/** One connection, kept alive: all that is asked on it is answered by one worker. */
export class Connection {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor({ url }: { readonly url: string }) {
    this.#url = url;
  }

  ask(
    path: string,
    { method = 'GET', headers = {}, body = undefined as unknown } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const sent = request(
        new URL(path, this.#url),
        {
          method,
          agent: this.#agent,
          headers: { ...type, ...headers },
          signal: AbortSignal.timeout(MOST_WAIT_MS),
        },
        async (answer) => {
          try {
            const text = Buffer.concat(await Array.fromAsync(answer)).toString();
            const by = String(answer.headers['x-request-id']).split('-')[0]!;
            resolve({ status: answer.statusCode!, headers: answer.headers, text, by });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.once('error', reject).end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A connection to each of `count` workers. */
export async function connectToEach(
  t: Lifetime,
  server: { readonly url: string },
  count: number,
): Promise<Connection[]> {
  const byWorker = new Map<string, Connection>();
  await until(async () => {
    const connection = new Connection(server);
    const { by } = await connection.ask('/healthz');
    if (byWorker.has(by)) connection.close();
    else byWorker.set(by, connection);
    return byWorker.size === count ? true : undefined;
  });
  const connections = [...byWorker.values()];
  t.after(() => {
    for (const connection of connections) connection.close();
  });
  return connections;
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
