// A yes or no on the terminal, before a command does what must not happen by mistake.

import { type Arguments, CommandFault, type Io, type Option } from '#cli/command/command';

export const YES_OPTION: Readonly<Record<'yes', Option>> = {
  yes: { type: 'boolean', short: 'y', summary: 'Do not ask.' },
};

/** Throws if the answer is not yes, or if there is no terminal to ask on. */
export async function confirm(question: string, args: Arguments, io: Io): Promise<void> {
  if (args.flag('yes')) return;
  if (!io.stdin.isTTY) {
    throw new CommandFault('there is no terminal to ask on: give --yes to go on');
  }
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
