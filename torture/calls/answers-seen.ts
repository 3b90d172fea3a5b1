// What clients may see of a server whose calls fail: what was asked for, or a refusal that says what to do.

import { setTimeout as sleep } from 'node:timers/promises';

const MAY_BE_SAID = new Set(['store_unavailable', 'write_unknown']);

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Undefined if an answer is as it must be. */
export function faultOfAnswer(answer: Answer): string | undefined {
  const { status, type, body } = answer;
  if (status === 200) return undefined;
  const isPlain =
    status === 503 &&
    type.startsWith('application/problem+json') &&
    MAY_BE_SAID.has(nameOfAnswer(answer)) &&
    /"detail":"\w/.test(body);
  return isPlain ? undefined : `answered ${status} ${type} ${body.slice(0, 200)}`;
}

/** The status or, of a refusal, its code. */
export const nameOfAnswer = ({ status, body }: Answer): string =>
  (status === 200 ? undefined : /"code":"(\w+)"/.exec(body)?.[1]) ?? String(status);

export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
