// A real receiver of webhooks, which answers as it is told, and checks signatures by code of its own.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a request is answered: with a status, at once or later, not at all, or by ending the connection. */
export type Behaviour = Answer | 'hang' | 'cut';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
}

/** One request as it arrived. */
export interface Received {
  readonly id: string;
  readonly timestamp: number;
  readonly signatures: readonly string[];
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly behaviour: Behaviour;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly series: string;
}

const GOOD: Behaviour = { status: 204 };

export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The next answers, in order; 204 after them. */
  readonly next: Behaviour[] = [];
  /** How requests are answered for which `next` says nothing. */
  usual: (body: string) => Behaviour = () => GOOD;
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/in`;
  }

  /** The events of the requests that were answered with success, in the order of their arrival. */
  get delivered(): ReceivedEvent[] {
    return this.received
      .filter(({ behaviour }) => typeof behaviour === 'object' && behaviour.status < 300)
      .flatMap(({ body }) => JSON.parse(body).data.events as ReceivedEvent[]);
  }

  /** Resolves when `condition` holds; looks after every request. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    try {
      for await (const piece of request.setEncoding('utf8')) body += piece;
    } catch {
      // The sender was ended in the middle of a request, which then counts for nothing.
      return;
    }
    const { headers, url: path = '' } = request;
    const behaviour = this.next.shift() ?? this.usual(body);
    this.received.push({
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      ...{ path, headers, body, behaviour },
    });
    if (behaviour === 'cut') request.socket.destroy();
    else if (behaviour !== 'hang') void answer(response, behaviour);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

async function answer(
  response: ServerResponse,
  { status, headers, afterMs }: Answer,
): Promise<void> {
  if (afterMs) await sleep(afterMs);
  response.writeHead(status, headers).end('x');
}

/** Whether one of the signatures is right, by the Web Crypto API and not by the code that signs. */
export async function isSignedBy(secret: string, received: Received): Promise<boolean> {
  const { id, timestamp, signatures, body } = received;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = Uint8Array.fromBase64(secret.replace('whsec_', ''));
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const text = new TextEncoder().encode([id, timestamp, body].join('.'));
  for (const signature of signatures) {
    const [version, digest] = signature.split(',') as [string, string];
    if (version !== 'v1') continue;
    if (await crypto.subtle.verify('HMAC', key, Uint8Array.fromBase64(digest), text)) return true;
  }
  return false;
}
