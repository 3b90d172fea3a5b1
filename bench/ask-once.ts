// One request and its whole answer, for everything that is not timed.

import type { BenchRequest } from '../harness/load/request-bytes.ts';

export interface WholeAnswer {
  readonly bytes: Buffer;
  readonly headers: Headers;
}

export async function askOnce(
  port: number,
  request: BenchRequest,
  token: string,
): Promise<WholeAnswer> {
  const { method, path, body } = request;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  }
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

export async function askJson<T>(port: number, request: BenchRequest, token: string): Promise<T> {
  return JSON.parse((await askOnce(port, request, token)).bytes.toString()) as T;
}
