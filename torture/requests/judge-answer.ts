// What every answer must be, whatever was asked.

import { REFUSALS } from '#core/refusal-table';
import type { Answer } from '../../harness/world/world.ts';

/** What is wrong with an answer, in a few words; undefined: nothing. */
export function faultOf(
  { status, headers, text, body }: Answer,
  isHead: boolean,
): string | undefined {
  if (!(status >= 200 && status < 500)) return `answered with ${status}: ${text.slice(0, 200)}`;
  if (!/^[0-9a-f]+-[0-9a-z]+$/.test(String(headers['x-request-id']))) return 'has no request id';
  if (isHead || status === 304) return undefined;
  if (text === '') return `${status} without a body`;
  if (status < 400) return undefined;
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `${status} is no problem document but ${headers['content-type']}`;
  if (body?.status !== status || !(body?.code in REFUSALS) || typeof body?.detail !== 'string')
    return `${status} is a problem document without its facts: ${text.slice(0, 200)}`;
  return undefined;
}
