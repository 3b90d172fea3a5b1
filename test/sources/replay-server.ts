// A server on this machine that answers as it is told, request by request, and records what was asked.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type Reply = (response: ServerResponse, url: URL) => void;

export interface ReplayServer {
  readonly baseUrl: string;
  readonly asked: URL[];
}

/** Each request takes the next reply; the last one stays. */
export async function replay(t: TestContext, ...replies: Reply[]): Promise<ReplayServer> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1');
    asked.push(url);
    replies[Math.min(asked.length, replies.length) - 1]!(response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api`, asked };
}

export const answer =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Promises more bytes than it sends, and closes the connection. */
export const cutOff =
  (body: string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-length': String(body.length + 100) });
    response.write(body, () => response.destroy());
  };

export const hangUp: Reply = (response) => {
  response.destroy();
};

/** Never answers. */
export const silence: Reply = () => {};
