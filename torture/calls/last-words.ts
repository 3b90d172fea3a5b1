// How a process ended whose calls failed: by itself, with an exit code and a sentence.

import type { ProductProcess } from '../../harness/product-process.ts';

/** The first line has lost its beginning if the log is longer than what is kept. */
const isLog = (line: string, at: number): boolean =>
  line.startsWith('{"level":') || (at === 0 && line.endsWith('"}'));

/** What a process said besides its log. */
const wordsOf = ({ stderr }: ProductProcess): string[] =>
  stderr.split('\n').filter((line, at) => line !== '' && !isLog(line, at));

/** Undefined if the process ended as it should: with 0, or with 1 and one sentence. */
export async function faultOfEnd(ended: ProductProcess): Promise<string | undefined> {
  const [code, signal] = await ended.ended;
  const words = wordsOf(ended);
  const said = words.join(' / ').slice(0, 300);
  if (signal !== null) return `ended by ${signal}: ${said}`;
  const isPlain = words.every((line) => /^gridtide \w+: [A-Z/].*\.$/.test(line));
  if (!isPlain || said.includes('internal error')) return `ended with ${code} and said: ${said}`;
  if (code === 0) return undefined;
  return code === 1 && words.length === 1 ? undefined : `ended with ${code} and said: ${said}`;
}
