// The commands by name. Each module is loaded when its command is called, and not before.

import type { Command, CommandGroup } from '#cli/command';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command | CommandGroup>;
}

/** In the order of help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Run the server.',
    load: async () => (await import('#cli/serve')).serveCommand,
  },
  {
    name: 'query',
    summary: 'Look at a series: a small plot and figures, or CSV.',
    load: async () => (await import('#cli/query')).queryCommand,
  },
  {
    name: 'import',
    summary: 'Import observed values from CSV files.',
    load: async () => (await import('#cli/import')).importCommand,
  },
  {
    name: 'runs',
    summary: 'Import forecast runs from CSV files.',
    load: async () => (await import('#cli/runs')).runsCommands,
  },
  {
    name: 'accuracy',
    summary: 'Show how good forecasts were, source by source.',
    load: async () => (await import('#cli/accuracy')).accuracyCommand,
  },
  {
    name: 'forecast',
    summary: 'Make forecast runs, and see how good they would have been.',
    load: async () => (await import('#cli/forecast')).forecastCommands,
  },
  {
    name: 'user',
    summary: 'Add, list, disable and change users.',
    load: async () => (await import('#cli/user')).userCommands,
  },
  {
    name: 'plan',
    summary: 'Set and list plans: what their users may read, and how much of it.',
    load: async () => (await import('#cli/plan')).planCommands,
  },
  {
    name: 'key',
    summary: 'Add, list and revoke API keys.',
    load: async () => (await import('#cli/key')).keyCommands,
  },
];
