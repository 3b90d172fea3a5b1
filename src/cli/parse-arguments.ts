// A command's arguments, read by node:util and refused in plain words.

import { parseArgs } from 'node:util';
import { type Arguments, type Command, HELP_OPTION, misuse } from '#cli/command';
import { didYouMean } from '#core/nearest';

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

interface Parsed extends Arguments {
  readonly wantsHelp: boolean;
}

export function parseArguments(command: Command, argv: readonly string[]): Parsed {
  const options = { ...command.options, help: HELP_OPTION };
  checkOptions(argv, options);
  let values: Values;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args: [...argv],
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

/** Unknown options first, because only here is a near one known. */
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

/** node:util's messages run on into advice for programs. */
const firstSentence = (message: string): string =>
  message
    .split(/\.\s|\n/)[0]!
    .replace(/^Option '(?:-., )?(--\S+).*' argument missing$/, '$1 needs a value');
