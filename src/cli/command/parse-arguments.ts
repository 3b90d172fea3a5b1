// A command's arguments, parsed by node:util and refused in plain words.

import { parseArgs } from 'node:util';
import {
  type Arguments,
  COMMON_OPTIONS,
  type Command,
  misuse,
  type Option,
} from '#cli/command/command';
import { didYouMean } from '#core/nearest';

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

interface Parsed extends Arguments {
  readonly wantsHelp: boolean;
}

export function parseArguments(command: Command, argv: readonly string[]): Parsed {
  const shown = { ...command.options, ...COMMON_OPTIONS };
  const options = withAliases(shown);
  const args = joinNegative(argv, options);
  checkOptions(args, options, Object.keys(shown));
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
  values = underShownNames(values, shown);
  return {
    positionals,
    wantsHelp: values.help === true,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as readonly string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
  };
}

/** The options under all their names. */
const withAliases = (options: Command['options']): Record<string, Option> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) => {
      const { aliases = [], ...rest } = option;
      return [name, ...aliases].map((each) => [each, rest]);
    }),
  );

/** The values with those of older names under the names that are shown. */
function underShownNames(values: Values, options: Command['options']): Values {
  const renamed = { ...values };
  for (const [name, { aliases = [] }] of Object.entries(options)) {
    for (const alias of aliases) {
      if (values[alias] === undefined) continue;
      if (renamed[name] !== undefined) throw misuse(`--${alias} is an older name of --${name}`);
      renamed[name] = values[alias];
    }
  }
  return renamed;
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
function checkOptions(
  argv: readonly string[],
  options: Command['options'],
  shownNames: readonly string[],
): void {
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
      shownNames.map((name) => `--${name}`),
    );
    throw misuse(`unknown option ${token.rawName}${near}`);
  }
}

/** The part of node:util's message before its advice for programmers. */
const firstSentence = (message: string): string =>
  message
    .split(/\.\s|\n/)[0]!
    .replace(/^Option '(?:-., )?(--\S+).*' argument missing$/, '$1 needs a value');
