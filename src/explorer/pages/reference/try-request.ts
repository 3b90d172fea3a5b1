// Runs one request with the session's cookie and keeps the beginning of its answer.

import { sendRaw } from '#client/send-raw';
import { firstLines, indentJson } from '#explorer/pages/reference/indent-json.ts';

export interface TriedAnswer {
  readonly status: number;
  readonly statusText: string;
  /** The time until the answer began. */
  readonly durationMs: number;
  readonly contentType: string;
  readonly text: string;
  /** The bytes that were read; `isWhole` says whether that was the whole answer. */
  readonly byteCount: number;
  readonly isWhole: boolean;
}

/** The most bytes read for the lines shown: answers can be many megabytes. */
const MOST_BYTES = 64 * 1024;
const MOST_LINES = 40;

export interface TriedRequest {
  readonly method: string;
  readonly address: string;
  /** JSON as typed; undefined if none is sent. */
  readonly body: string | undefined;
}

export async function tryRequest(
  { method, address, body }: TriedRequest,
  signal: AbortSignal,
): Promise<TriedAnswer> {
  const startMs = performance.now();
  const response = await sendRaw(address, {
    method,
    signal,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  });
  const durationMs = performance.now() - startMs;
  const { text, byteCount, isWhole } = await readBeginning(response);
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]!;
  return {
    status: response.status,
    statusText: response.statusText,
    durationMs,
    contentType,
    text: contentType.endsWith('json')
      ? indentJson(text, MOST_LINES)
      : firstLines(text, MOST_LINES),
    byteCount,
    isWhole,
  };
}

async function readBeginning(
  response: Response,
): Promise<Pick<TriedAnswer, 'text' | 'byteCount' | 'isWhole'>> {
  const reader = response.body?.getReader();
  if (!reader) return { text: '', byteCount: 0, isWhole: true };
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  while (byteCount < MOST_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), byteCount, isWhole: true };
    byteCount += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, byteCount, isWhole: false };
}
