// A digest of numbers by their bits, as a key for what was made of them. It is quick and has 512 bits; it does not
// withstand an attacker who looks for two inputs with the same digest.

import { BYTES, takeMemory, tileLoops } from '#model/numbers/tiles/tile-memory';

/** The numbers that are mixed in at once, each with a word of its own. */
const GROUP = 8;

/** The digest of inputs and of their lengths, as a text. */
export function digestOf(inputs: readonly Float64Array[]): string {
  const longest = inputs.reduce((most, { length }) => Math.max(most, length), 0);
  const memory = takeMemory(3 * GROUP + longest);
  // Words that are 0 would stay 0 with every 0 that is mixed in.
  memory.fill(1, 0, GROUP);
  for (const input of inputs) {
    const end = GROUP + input.length;
    memory.set(input, GROUP);
    // The last group ends with the length of the input, after zeros.
    memory.fill(0, end, end + GROUP);
    const groups = Math.ceil((input.length + 1) / GROUP);
    memory[GROUP + groups * GROUP - 1] = input.length;
    tileLoops().digest(GROUP * BYTES, groups, 0);
  }
  return Buffer.from(memory.buffer, 0, GROUP * BYTES).toString('base64');
}
