// Help of the program, of a group of commands and of a command, all in the same layout.

import {
  type Command,
  type CommandGroup,
  type Io,
  type Option,
  type Output,
  shownOptions,
} from '#cli/command/command';
import { paint } from '#cli/terminal/table';

interface HelpRow {
  readonly name: string;
  readonly summary: string;
}

/** `-h, --help` or `--define FILE`. */
function flagsOf([name, { short, type, value = 'VALUE' }]: [string, Option]): string {
  const long = type === 'string' ? `--${name} ${value}` : `--${name}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

function writeRows(rows: readonly HelpRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('');
}

const heading = (text: string, output: Output, env: Io['env']): string =>
  `\n${paint('bold', text, output, env)}\n`;

export function programHelp(entries: readonly HelpRow[], output: Output, env: Io['env']): string {
  return [
    'Gridtide: a server for energy time series.\n',
    heading('Usage', output, env),
    '  gridtide COMMAND [ARGUMENTS]\n',
    heading('Commands', output, env),
    writeRows(entries),
    heading('Options', output, env),
    writeRows([
      {
        name: '-h, --help',
        summary: 'Show this help, or after a command the help of the command.',
      },
      { name: '--version', summary: 'Show the version.' },
    ]),
  ].join('');
}

export function groupHelp(group: CommandGroup, output: Output, env: Io['env']): string {
  return [
    `${group.summary}\n`,
    heading('Usage', output, env),
    ...group.commands.map(({ name, usage }) => `  gridtide ${name} ${usage}\n`),
    heading('Commands', output, env),
    writeRows(group.commands),
    `\nEach has its own help: gridtide ${group.commands[0]!.name} --help\n`,
  ].join('');
}

export function commandHelp(command: Command, output: Output, env: Io['env']): string {
  const notes = command.notes === undefined ? '' : `\n${command.notes.trim()}\n`;
  return [
    `${command.summary}\n`,
    heading('Usage', output, env),
    `  gridtide ${command.name} ${command.usage}\n`,
    notes,
    heading('Options', output, env),
    writeRows(
      shownOptions(command).map((entry) => ({ name: flagsOf(entry), summary: entry[1].summary })),
    ),
  ].join('');
}
