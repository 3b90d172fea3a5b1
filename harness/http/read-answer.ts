// Reads the bytes of an HTTP answer, without a client.

import type { Answer } from '../world/world.ts';

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
