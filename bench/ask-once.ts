// One request and its whole answer, for everything that is not timed.

import { request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BenchRequest } from '../harness/load/request-bytes.ts';

export interface WholeAnswer {
  /** The bytes as they were sent: compressed if the request asked for that. */
  readonly bytes: Buffer;
  readonly headers: Headers;
}

export async function askOnce(
  port: number,
  request: BenchRequest,
  token: string,
): Promise<WholeAnswer> {
  const { method, path, body, coding } = request;
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(coding ? { 'accept-encoding': coding } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  open({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (answer) => {
    try {
      const bytes = await buffer(answer);
      if (answer.statusCode !== 200)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${bytes}`);
      resolve({ bytes, headers: new Headers(answer.headers as Record<string, string>) });
    } catch (error) {
      reject(error);
    }
  })
    .once('error', reject)
    .end(body ? JSON.stringify(body) : undefined);
  return promise;
}

export async function askJson<T>(port: number, request: BenchRequest, token: string): Promise<T> {
  return JSON.parse((await askOnce(port, request, token)).bytes.toString()) as T;
}
