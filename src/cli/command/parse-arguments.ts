// A command's arguments, parsed by node:util and refused in plain words.

import { parseArgs } from 'node:util';
import { type Arguments, type Command, HELP_OPTION, misuse } from '#cli/command/command';
import { didYouMean } from '#core/nearest';

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

interface Parsed extends Arguments {
  readonly wantsHelp: boolean;
}

export function parseArguments(command: Command, argv: readonly string[]): Parsed {
  const options = { ...command.options, help: HELP_OPTION };
  const args = joinNegative(argv, options);
  checkOptions(args, options);
  let values: Values;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args,
      options,
      allowPositionals: true,
    }) as { values: Values; positionals: string[] });
  } catch (error) {
    throw misuse(firstSentence((error as Error).message));
  }
  return {
    positionals,
    wantsHelp: values.help === true,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as readonly string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
  };
}

const NEGATIVE = /^-\.?\d/;

/** Makes `--min=-500` of `--min -500`: prices are negative at times, and no option begins with a digit. */
function joinNegative(argv: readonly string[], options: Command['options']): string[] {
  const args: string[] = [];
  for (const [i, argument] of argv.entries()) {
    const before = argv[i - 1] ?? '';
    const takesText =
      before.startsWith('--') &&
      Object.hasOwn(options, before.slice(2)) &&
      options[before.slice(2)]!.type === 'string';
    if (takesText && NEGATIVE.test(argument)) args[args.length - 1] = `${before}=${argument}`;
    else args.push(argument);
  }
  return args;
}

/** Refuses unknown options before node:util does, to name the nearest known one. */
function checkOptions(argv: readonly string[], options: Command['options']): void {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const near = didYouMean(
      token.rawName,
      Object.keys(options).map((name) => `--${name}`),
    );
    throw misuse(`unknown option ${token.rawName}${near}`);
  }
}

/** The part of node:util's message before its advice for programmers. */
const firstSentence = (message: string): string =>
  message
    .split(/\.\s|\n/)[0]!
    .replace(/^Option '(?:-., )?(--\S+).*' argument missing$/, '$1 needs a value');
