// A yes or no on the terminal, before a command does what cannot be taken back.

import { type Arguments, CommandFault, type Io, type Option } from '#cli/command/command';

export const YES_OPTION: Readonly<Record<'yes', Option>> = {
  yes: { type: 'boolean', short: 'y', summary: 'Do not ask.' },
};

/**
 * Asks on a terminal, and throws if the answer is not yes. A program that runs the command is not asked: it has
 * decided when it was written.
 */
export async function confirm(question: string, args: Arguments, io: Io): Promise<void> {
  if (args.flag('yes') || !io.stdin.isTTY) return;
  io.stderr.write(`${question} [y/N] `);
  if (!/^y(es)?$/i.test((await readLine(io)).trim())) throw new CommandFault('nothing was changed');
}

/** Reads a typed line; the terminal itself shows and edits it. */
async function readLine({ stdin }: Io): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stdin) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    if (/[\r\n]/.test(text)) break;
  }
  return text.split(/[\r\n]/)[0]!;
}
