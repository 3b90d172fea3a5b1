// What a person sees: texts of others without the characters that a terminal obeys, and colour if it is wanted.

import type { Io, Output } from '#cli/command/command';
import { escapeUnseen } from '#core/plain-text';

/** The output itself or, if it is a terminal, one that escapes what cannot be seen. */
export function shown(output: Output): Output {
  if (!output.isTTY) return output;
  return {
    isTTY: true,
    get columns() {
      return output.columns ?? 80;
    },
    // An export to the terminal writes bytes.
    write: (text) => output.write(typeof text === 'string' ? escapeUnseen(text) : text),
  };
}

/** Colour and weight, only on a terminal and only if NO_COLOR does not forbid it. */
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39] } as const;

export function paint(
  style: keyof typeof CODES,
  text: string,
  output: Output,
  env: Io['env'],
): string {
  // https://no-color.org: any value but the empty one forbids colour.
  if (!output.isTTY || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return text;
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
