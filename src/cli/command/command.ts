// What a command is, and what it is given of the process.

import type { Clock } from '#core/time/instant';
import type { ResolvedSettings } from '#settings/resolve-settings';

export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** Everything a command may touch besides files, so that tests run commands as a shell does. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: InputStream;
  /** The program puts each setting there under its plain name, wherever it came from, before a command runs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Clock;
  /** The origins of the settings, and the environment as it was given. */
  readonly origin?: { readonly settings: ResolvedSettings; readonly env: Io['env'] };
  /** All commands of the program. */
  readonly commands?: readonly CommandEntry[];
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Whether the option may be given more than once. */
  readonly multiple?: boolean;
  /** Whether it still works but does nothing any more, and is not shown. */
  readonly isHidden?: boolean;
  /** Older names, which still work and are not shown. */
  readonly aliases?: readonly string[];
  /** The word for the value in help, such as `FILE`. Only for strings. */
  readonly value?: string;
  readonly summary: string;
}

/** The options that every command has. */
export const COMMON_OPTIONS: Readonly<Record<'settings' | 'help', Option>> = {
  settings: {
    type: 'string',
    value: 'FILE',
    summary: 'File of settings; else GRIDTIDE_SETTINGS, else none.',
  },
  help: { type: 'boolean', short: 'h', summary: 'Show this help.' },
};

/** The arguments given, checked against the command's options. */
export interface Arguments {
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  /** The values of an option that may be given more than once, in their order. */
  texts(option: string): readonly string[];
  flag(option: string): boolean;
}

export interface Command {
  /** The words typed after `gridtide`: `import`, `user add`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments after the name: `FILE… [--define FILE]`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs of help. */
  readonly notes?: string;
  /** Whether it asks other services with these settings, through HTTPS_PROXY if that is set. */
  asksOthers?(env: Io['env']): boolean;
  /** Resolves to the exit code. */
  run(args: Arguments, io: Io): Promise<number>;
}

/** A command that only holds others: `user` of `user add`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

/** A command or group by its name. Its module is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** An older name, which still works and is not shown. */
  readonly alias?: string;
  load(): Promise<Command | CommandGroup>;
}

/** The options of a command that help shows, with those that every command has. */
export const shownOptions = (command: Command): [name: string, option: Option][] =>
  Object.entries({ ...command.options, ...COMMON_OPTIONS }).filter(
    ([, { isHidden }]) => isHidden !== true,
  );

/** An expected fault: printed as one line, without a stack. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The fault of arguments that the command does not understand. */
export const misuse = (message: string): CommandFault => new CommandFault(message, MISUSED);

/** The positionals in the order of their names; throws if there are more or fewer. */
export function takePositionals(args: Arguments, ...names: string[]): string[] {
  const { positionals } = args;
  const missing = names.slice(positionals.length);
  if (missing.length > 0) throw misuse(`${missing.join(' and ')} missing`);
  const [extra] = positionals.slice(names.length);
  if (extra !== undefined) throw misuse(`"${extra}" is one argument too many`);
  return [...positionals];
}
