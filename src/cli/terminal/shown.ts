// What a person sees. Files and stores hold texts of others, and a terminal obeys some of their characters.

import type { Output } from '#cli/command/command';
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
