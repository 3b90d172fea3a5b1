// Colour and weight, only on a terminal and only if NO_COLOR does not forbid it.

import type { Io, Output } from '#cli/command/command';

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
