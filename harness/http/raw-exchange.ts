// Requests as bytes over a real socket, which no HTTP client would send.

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../world/world.ts';

/** Starts listening on a free port of this machine and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Reads the answer in the bytes; undefined if it is not complete. */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const status = Number(statusLine!.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  const text =
    headers['transfer-encoding'] === 'chunked' ? unchunk(rest) : wholeBody(rest, headers);
  if (text === undefined) return undefined;
  const isJson = (headers['content-type'] ?? '').includes('json');
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

function wholeBody(rest: Buffer, headers: Record<string, string>): string | undefined {
  const length = Number(headers['content-length'] ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length).toString('utf8');
}

function unchunk(rest: Buffer): string | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(pieces).toString('utf8');
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return undefined;
    pieces.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** Waits for one whole answer; undefined if the connection ends without one. */
export async function awaitAnswer(socket: Socket): Promise<Answer | undefined> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of socket) {
      pieces.push(piece as Buffer);
      const answer = readAnswer(Buffer.concat(pieces));
      if (answer) return answer;
    }
  } catch (error) {
    // The server may close with bytes of ours unread: what it sent before that counts.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return readAnswer(Buffer.concat(pieces));
}

/** Waits until the server ends the connection; returns the answer that came before. */
export async function awaitEnd(socket: Socket): Promise<Answer | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return readAnswer(Buffer.concat(pieces));
}

/** Sends bytes on a connection of their own and returns the answer. */
export async function exchange(port: number, bytes: string | Buffer): Promise<Answer | undefined> {
  const socket = await openSocket(port);
  socket.on('error', () => {});
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  const answer = await awaitAnswer(socket);
  socket.destroy();
  return answer;
}
