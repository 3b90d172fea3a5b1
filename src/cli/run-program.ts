// The program: finds the command, and turns every fault into one line and an exit code.

import {
  type Arguments,
  type Command,
  type CommandEntry,
  CommandFault,
  type CommandGroup,
  DONE,
  FAILED,
  type Io,
  MISUSED,
  misuse,
} from '#cli/command/command';
import { parseArguments } from '#cli/command/parse-arguments';
import { COMMANDS } from '#cli/command-table';
import { paint, shown } from '#cli/terminal/table';
import { Refusal } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';
import { escapeInLines } from '#core/plain-text';
import { ImportFault } from '#importers/files/import-fault';
import { StartFault } from '#serve/start-fault';
import { resolveSettings } from '#settings/resolve-settings';
import { StoreDamaged, StoreUnavailable } from '#store/store';
import { VERSION } from '#version';

const HELP_FLAGS = new Set(['--help', '-h']);

/** Loaded if help is asked for: a server is ready sooner without it. */
const loadHelp = () => import('#cli/terminal/help');

/** Runs `gridtide ARGV…`; resolves to the exit code and never throws. */
export async function runProgram(
  argv: readonly string[],
  given: Io,
  table: readonly CommandEntry[] = COMMANDS,
): Promise<number> {
  const io = {
    ...given,
    stdout: shown(given.stdout),
    stderr: shown(given.stderr),
    commands: table,
  };
  // The words understood so far; an error line begins with them.
  let name = 'gridtide';
  try {
    const [first = '', ...rest] = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
    if (first === '--version') {
      io.stdout.write(`gridtide ${VERSION}\n`);
      return DONE;
    }
    if (first === '' || HELP_FLAGS.has(first)) {
      const { programHelp } = await loadHelp();
      const output = first === '' ? io.stderr : io.stdout;
      output.write(programHelp(table, output, io.env));
      return first === '' ? MISUSED : DONE;
    }
    const entry = table.find(({ name: each, alias }) => each === first || alias === first);
    if (!entry) throw unknown('command', first, table);
    name = `gridtide ${entry.name}`;
    const loaded = await entry.load();
    const found =
      'commands' in loaded ? await findInGroup(loaded, rest, io) : { command: loaded, rest };
    if (typeof found === 'number') return found;
    name = `gridtide ${found.command.name}`;
    return await runCommand(found.command, found.rest, io);
  } catch (error) {
    return report(error, name, io);
  }
}

async function runCommand(command: Command, argv: readonly string[], io: Io): Promise<number> {
  const args = parseArguments(command, argv);
  if (!args.wantsHelp) return runWithSettings(command, args, io);
  const { commandHelp } = await loadHelp();
  io.stdout.write(commandHelp(command, io.stdout, io.env));
  return DONE;
}

/** Every command reads settings in the same way: from an environment that has each under its plain name. */
async function runWithSettings(command: Command, args: Arguments, io: Io): Promise<number> {
  const { settings, leaveProxy } = await readAndEnter(command, io, args.text('settings'));
  try {
    return await command.run(args, { ...io, env: settings.env, origin: { settings, env: io.env } });
  } finally {
    leaveProxy?.();
  }
}

async function readAndEnter(command: Command, { env }: Io, file: string | undefined) {
  try {
    const settings = resolveSettings(env, {}, file);
    // A proxy that only other programs can use must not stop a command that asks no other service.
    const asksOthers = command.asksOthers?.(settings.env) ?? false;
    if (settings.env.HTTPS_PROXY === undefined || !asksOthers) return { settings };
    // Loaded only if it is needed: few servers have a proxy.
    const { enterProxy } = await import('#serve/enter-proxy');
    return { settings, leaveProxy: enterProxy(settings.env) };
  } catch (error) {
    throw new CommandFault((error as Error).message);
  }
}

async function findInGroup(
  group: CommandGroup,
  [first = '', ...rest]: readonly string[],
  io: Io,
): Promise<number | { command: Command; rest: string[] }> {
  if (first === '' || HELP_FLAGS.has(first)) {
    const { groupHelp } = await loadHelp();
    const output = first === '' ? io.stderr : io.stdout;
    output.write(groupHelp(group, output, io.env));
    return first === '' ? MISUSED : DONE;
  }
  const command = group.commands.find(({ name }) => name === `${group.name} ${first}`);
  if (command) return { command, rest };
  const names = group.commands.map(({ name }) => ({ name: name.slice(group.name.length + 1) }));
  throw unknown('command', first, names);
}

const unknown = (
  what: string,
  given: string,
  known: readonly { readonly name: string }[],
): CommandFault => {
  const names = known.map(({ name }) => name);
  return misuse(
    `unknown ${what} ${quoteGiven(given)}${didYouMean(given, names)}; there are ${names.join(', ')}`,
  );
};

function report(error: unknown, name: string, io: Io): number {
  const start = `${paint('red', name, io.stderr, io.env)}: `;
  if (error instanceof CommandFault && error.exitCode === MISUSED) {
    io.stderr.write(`${start}${escapeInLines(error.message)}; see ${name} --help\n`);
    return MISUSED;
  }
  const isExpected =
    error instanceof CommandFault ||
    error instanceof ImportFault ||
    error instanceof Refusal ||
    error instanceof StartFault ||
    error instanceof StoreDamaged ||
    error instanceof StoreUnavailable;
  const text = isExpected ? error.message : `internal error: ${stackOf(error)}`;
  io.stderr.write(`${start}${escapeInLines(text)}\n`);
  return error instanceof CommandFault ? error.exitCode : FAILED;
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
