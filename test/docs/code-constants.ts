// Reads a number from the source, so that a page can be compared with a constant that is not exported.

import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';

const ROOT = new URL('../../', import.meta.url);
const NAMES: Readonly<Record<string, number>> = {
  SECOND_MS,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  MEGABYTE: 2 ** 20,
};

/** The value of `const NAME = …;` or `NAME = …` in a file of the repository; throws if it has none. */
export function constantOf(path: string, name: string): number {
  const source = readFileSync(new URL(path, ROOT), 'utf8');
  const [, text] = new RegExp(`\\b${name}(?:: \\w+)? ?[=:] ?([^;,}\\n]+)`).exec(source) ?? [];
  if (text === undefined) throw new Error(`${path} has no ${name}`);
  const sum = text
    .replaceAll(/[A-Z]\w*/g, (word) => String(NAMES[word] ?? word))
    .replaceAll('_', '');
  if (!/^[\d\s.*/+<()-]+$/.test(sum)) throw new Error(`${path}: ${name} is ${text}, not a number`);
  return Function(`return ${sum}`)() as number;
}
