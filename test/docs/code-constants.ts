// Reads a number from the source, so that a page can be compared with a constant that is not exported.

import { globSync, readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';

const ROOT = new URL('../../', import.meta.url);
const NAMES: Readonly<Record<string, number>> = {
  SECOND_MS,
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  MEGABYTE: 2 ** 20,
};

/**
 * The value of `NAME = …` in a file or folder of src. Throws unless one statement has it: a folder rather than
 * a file is named if the constant may move inside it.
 */
export function constantOf(path: string, name: string): number {
  const pattern = path.endsWith('.ts') ? path : `${path}/**/*.ts`;
  const assigned = new RegExp(`\\b${name}(?:: \\w+)? ?[=:] ?([\\w.*/+<() -]+)[;,} ]`, 'g');
  const found = globSync(pattern, { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(new URL(path, ROOT), 'utf8').matchAll(assigned)].flatMap(([, text]) => {
      const sum = text!
        .replaceAll(/\b[A-Z]\w*/g, (word) => String(NAMES[word] ?? word))
        .replaceAll('_', '');
      return /^[\d\s.*/+<()-]+$/.test(sum) ? [Function(`return ${sum}`)() as number] : [];
    }),
  );
  if (found.length !== 1) throw new Error(`${path} has ${found.length} numbers named ${name}`);
  return found[0]!;
}
