// gridtide completion: scripts that make a shell complete commands and options, made from the table of commands.

import {
  type Command,
  type CommandEntry,
  DONE,
  misuse,
  shownOptions,
  takePositionals,
} from '#cli/command/command';
import { didYouMean, quoteGiven } from '#core/nearest';

/** A word to complete, and what it means. */
interface Word {
  readonly word: string;
  readonly summary: string;
}

/** A command as its words: `user add`, with its options. */
interface Line {
  readonly name: string;
  readonly options: readonly (Word & { readonly takesValue: boolean })[];
}

interface Tree {
  readonly commands: readonly Word[];
  readonly groups: readonly { readonly name: string; readonly commands: readonly Word[] }[];
  readonly lines: readonly Line[];
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand: Command = {
  name: 'completion',
  summary: 'Print what makes bash, zsh or fish complete commands and options.',
  usage: 'bash|zsh|fish',
  options: {},
  notes: `
bash: put this line into ~/.bashrc:    source <(gridtide completion bash)
zsh:  put this line into ~/.zshrc, after compinit:    source <(gridtide completion zsh)
fish: gridtide completion fish > ~/.config/fish/completions/gridtide.fish`,
  async run(args, io) {
    const [given = ''] = takePositionals(args, 'SHELL');
    const shell = SHELLS.find((each) => each === given);
    if (shell === undefined) {
      const known = SHELLS.join(', ');
      throw misuse(
        `unknown shell ${quoteGiven(given)}${didYouMean(given, SHELLS)}; there are ${known}`,
      );
    }
    const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
    io.stdout.write(write(await treeOf(io.commands ?? [])));
    return DONE;
  },
};

async function treeOf(entries: readonly CommandEntry[]): Promise<Tree> {
  const loaded = await Promise.all(entries.map(({ load }) => load()));
  const leaves = loaded.flatMap((each) => ('commands' in each ? each.commands : [each]));
  return {
    commands: entries.map(({ name, summary }) => ({ word: name, summary })),
    groups: loaded.flatMap((each) =>
      'commands' in each
        ? [{ name: each.name, commands: each.commands.map((one) => wordOf(one, each.name)) }]
        : [],
    ),
    lines: leaves.map((command) => ({
      name: command.name,
      options: shownOptions(command).map(([name, { type, summary }]) => ({
        ...{ word: name, summary, takesValue: type === 'string' },
      })),
    })),
  };
}

const wordOf = ({ name, summary }: Command, group: string): Word => ({
  word: name.slice(group.length + 1),
  summary,
});

/** A text in single quotes, as all three shells read it. */
const quoted = (text: string, quote = "'\\''"): string => `'${text.replaceAll("'", quote)}'`;

const words = (list: readonly Word[], before = ''): string =>
  list.map(({ word }) => `${before}${word}`).join(' ');

/** Options are offered after a dash, and files everywhere else. */
function bashScript({ commands, groups, lines }: Tree): string {
  const inGroup = groups.map(
    ({ name, commands: list }) => `    ${name}) inner='${words(list)}' ;;\n`,
  );
  const options = lines.map(
    ({ name, options: list }) => `    '${name}') list='${words(list, '--')}' ;;\n`,
  );
  return `# Completion of gridtide for bash, made by gridtide completion bash.
_gridtide() {
  local current=\${COMP_WORDS[COMP_CWORD]} name=\${COMP_WORDS[1]} inner='' list=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${words(commands)} help --help --version' -- "$current"))
    return
  fi
  case $name in
${inGroup.join('')}    completion) inner='${SHELLS.join(' ')}' ;;
    help) inner='${words(commands)}' ;;
  esac
  if [ -n "$inner" ] && [ "$COMP_CWORD" -eq 2 ] && [ "\${current:0:1}" != - ]; then
    COMPREPLY=($(compgen -W "$inner" -- "$current"))
    return
  fi
  case $name in ${groups.map(({ name }) => name).join('|')}) name="$name \${COMP_WORDS[2]}" ;; esac
  [ "\${current:0:1}" = - ] || return
  case $name in
${options.join('')}    *) list='--help' ;;
  esac
  COMPREPLY=($(compgen -W "$list" -- "$current"))
}
complete -o default -F _gridtide gridtide
`;
}

function zshScript({ commands, groups, lines }: Tree): string {
  // A colon ends the word that is described.
  const described = (list: readonly Word[], before = ''): string =>
    list.map(({ word, summary }) => quoted(`${before}${word}:${summary}`)).join(' ');
  const inGroup = groups.map(
    ({ name, commands: list }) =>
      `    ${name}) inner=(${described(list)}); (( CURRENT > 3 )) && name="$name $words[3]" ;;\n`,
  );
  const options = lines.map(
    ({ name, options: list }) => `    '${name}') list=(${described(list, '--')}) ;;\n`,
  );
  return `#compdef gridtide
# Completion of gridtide for zsh, made by gridtide completion zsh.
_gridtide() {
  local -a commands inner list
  local name=$words[2]
  if (( CURRENT == 2 )); then
    commands=(${described(commands)})
    _describe 'command' commands
    return
  fi
  case $name in
${inGroup.join('')}    completion) inner=(${SHELLS.join(' ')}) ;;
  esac
  if (( CURRENT == 3 && $#inner )) && [[ $PREFIX != -* ]]; then
    _describe 'command' inner
    return
  fi
  if [[ $PREFIX != -* ]]; then
    _files
    return
  fi
  case $name in
${options.join('')}    *) list=('--help:Show this help.') ;;
  esac
  _describe -o 'option' list
}
if [[ $funcstack[1] == _gridtide ]]; then _gridtide "$@"; else compdef _gridtide gridtide; fi
`;
}

function fishScript({ commands, groups, lines }: Tree): string {
  const text = (summary: string): string => quoted(summary.replaceAll('\\', '\\\\'), "\\'");
  const seen = (name: string): string =>
    name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
  const rows = [
    ...commands.map(
      ({ word, summary }) => `-n __fish_use_subcommand -f -a ${word} -d ${text(summary)}`,
    ),
    ...groups.flatMap(({ name, commands: list }) =>
      list.map(
        ({ word, summary }) =>
          `-n '${seen(name)}; and not __fish_seen_subcommand_from ${words(list)}' -f -a ${word} -d ${text(summary)}`,
      ),
    ),
    `-n '${seen('completion')}' -f -a '${SHELLS.join(' ')}'`,
    ...lines.flatMap(({ name, options }) =>
      options.map(
        ({ word, summary, takesValue }) =>
          `-n '${seen(name)}' -l ${word}${takesValue ? ' -r' : ''} -d ${text(summary)}`,
      ),
    ),
  ];
  return `# Completion of gridtide for fish, made by gridtide completion fish.\n${rows.map((row) => `complete -c gridtide ${row}\n`).join('')}`;
}
