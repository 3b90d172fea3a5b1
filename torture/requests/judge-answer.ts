// What every answer must be, whatever was asked.

import { REFUSALS } from '#core/refusal-table';
import type { Answer } from '../../harness/world/world.ts';

/** Refusals of another shape, by the beginning of the path: tools know them from Prometheus, and from MCP's JSON-RPC. */
const OTHER_SHAPES: Readonly<Record<string, (body: Answer['body']) => boolean>> = {
  '/prometheus/': (body) =>
    body?.status === 'error' &&
    typeof body.errorType === 'string' &&
    typeof body.error === 'string',
  '/mcp': (body) =>
    body?.jsonrpc === '2.0' &&
    typeof body.error?.code === 'number' &&
    typeof body.error.message === 'string',
};

/** Whether a refusal has the shape that tools of its path know. Refusals before the router have the usual one. */
function hasOtherShape(path: string, { headers, body }: Answer): boolean {
  if (!String(headers['content-type']).startsWith('application/json')) return false;
  return Object.entries(OTHER_SHAPES).some(([begin, is]) => path.startsWith(begin) && is(body));
}

/** Accepted (a notification of MCP), no content, and not modified. */
const WITHOUT_BODY = [202, 204, 304];

/** What is wrong with an answer, in a few words; undefined: nothing. */
export function faultOf(path: string, answer: Answer, isHead: boolean): string | undefined {
  const { status, headers, text, body } = answer;
  if (!(status >= 200 && status < 500)) return `answered with ${status}: ${text.slice(0, 200)}`;
  if (!/^[0-9a-f]+-[0-9a-z]+$/.test(String(headers['x-request-id']))) return 'has no request id';
  if (isHead || WITHOUT_BODY.includes(status)) return undefined;
  if (status === 303) return headers.location ? undefined : '303 without a location';
  if (text === '') return `${status} without a body`;
  if (status < 400) return undefined;
  if (hasOtherShape(path, answer)) return undefined;
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `${status} is no problem document but ${headers['content-type']}`;
  if (body?.status !== status || !(body?.code in REFUSALS) || typeof body?.detail !== 'string')
    return `${status} is a problem document without its facts: ${text.slice(0, 200)}`;
  return undefined;
}
