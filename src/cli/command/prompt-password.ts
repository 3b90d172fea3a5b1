// A new password: from standard input, or typed twice on a terminal that does not show it.

import {
  type Arguments,
  CommandFault,
  type InputStream,
  type Io,
  type Option,
} from '#cli/command/command';

export const PASSWORD_OPTION: Readonly<Record<'password-stdin', Option>> = {
  'password-stdin': {
    type: 'boolean',
    summary: 'Read the password from the first line of standard input.',
  },
};

const MAX_LINE = 4_096;
const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const ERASE = new Set(['\u0008', '\u007f']);
const ERASE_LINE = '\u0015';

export async function readNewPassword(args: Arguments, io: Io): Promise<string> {
  if (args.flag('password-stdin')) return readFirstLine(io.stdin);
  if (!io.stdin.isTTY || !io.stdin.setRawMode) {
    throw new CommandFault(
      'there is no terminal to ask for a password: give --password-stdin and the password on standard input',
    );
  }
  const keys = keystrokes(io.stdin);
  io.stdin.setRawMode(true);
  try {
    const password = await ask('Password: ', keys, io);
    const again = await ask('Once more: ', keys, io);
    if (password !== again) throw new CommandFault('the two passwords differ');
    return password;
  } finally {
    io.stdin.setRawMode(false);
    await keys.return(undefined);
  }
}

/** The first line without its line break, which `echo` adds. */
async function readFirstLine(stdin: InputStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stdin) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    if (text.includes('\n') || text.length > MAX_LINE) break;
  }
  const line = text.split('\n')[0]!.replace(/\r$/, '');
  if (line === '') throw new CommandFault('standard input holds no password');
  return line;
}

/** Yields characters as they are typed. In raw mode the terminal neither shows nor edits them. */
async function* keystrokes(stdin: InputStream): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of stdin) {
    yield* typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  return undefined;
}

async function ask(
  question: string,
  keys: AsyncGenerator<string, undefined>,
  { stderr }: Io,
): Promise<string> {
  stderr.write(question);
  const typed: string[] = [];
  try {
    for (;;) {
      const { value: key, done } = await keys.next();
      if (done || key === INTERRUPT || key === END_OF_INPUT) throw new CommandFault('given up');
      if (key === '\r' || key === '\n') return typed.join('');
      if (ERASE.has(key)) typed.pop();
      else if (key === ERASE_LINE) typed.length = 0;
      else typed.push(key);
    }
  } finally {
    stderr.write('\n');
  }
}
