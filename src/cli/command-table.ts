// The commands by name. Each module is loaded when its command is called.

import type { CommandEntry } from '#cli/command/command';

/** The commands in the order of help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Run the server.',
    load: async () => (await import('#cli/commands/serve')).serveCommand,
  },
  {
    name: 'service',
    summary: 'Install or remove the server as a service of systemd.',
    load: async () => (await import('#cli/commands/service/service')).serviceCommands,
  },
  {
    name: 'settings',
    summary: 'Show the settings in force, and the origin of each.',
    load: async () => (await import('#cli/commands/settings')).settingsCommand,
  },
  {
    name: 'query',
    summary: 'Show a series: a small plot and figures, or CSV.',
    load: async () => (await import('#cli/commands/query')).queryCommand,
  },
  {
    name: 'slice',
    summary: 'Show what was forecast a number of days or hours ahead.',
    load: async () => (await import('#cli/commands/slice')).sliceCommand,
  },
  {
    name: 'series',
    summary: 'List the series of a store, or show one.',
    load: async () => (await import('#cli/commands/series')).seriesCommands,
  },
  {
    name: 'import',
    summary: 'Import observed values from files.',
    load: async () => (await import('#cli/commands/import')).importCommand,
  },
  {
    name: 'runs',
    summary: 'Import forecast runs from files.',
    load: async () => (await import('#cli/commands/runs')).runsCommands,
  },
  {
    name: 'fetch',
    summary: 'Fetch values from ENTSO-E or the ECB, or read files of their answers.',
    load: async () => (await import('#cli/commands/fetch/fetch')).fetchCommand,
  },
  {
    name: 'collect',
    summary: 'Show what the server collects by itself, or collect it now.',
    load: async () => (await import('#cli/commands/collect')).collectCommands,
  },
  {
    name: 'export',
    summary: 'Export observed values to CSV, NDJSON, Parquet, Arrow or Excel files.',
    load: async () => (await import('#cli/commands/export/export')).exportCommand,
  },
  {
    name: 'journal',
    summary: 'List what was written, by whom and when.',
    alias: 'imports',
    load: async () => (await import('#cli/commands/journal')).journalCommand,
  },
  {
    name: 'follow',
    summary: 'Show changes of the store as they are committed.',
    load: async () => (await import('#cli/commands/follow')).followCommand,
  },
  {
    name: 'webhook',
    summary: 'Add, list and turn the receivers that changes are sent to.',
    load: async () => (await import('#cli/commands/webhook')).webhookCommands,
  },
  {
    name: 'undo',
    summary: 'Take back what one import or other write changed.',
    load: async () => (await import('#cli/commands/undo')).undoCommand,
  },
  {
    name: 'rule',
    summary: 'Set, list and remove the rules that hold suspicious values for review.',
    load: async () => (await import('#cli/commands/rule')).ruleCommands,
  },
  {
    name: 'expect',
    summary: 'Set, list and remove what is expected of series, and by when.',
    load: async () => (await import('#cli/commands/expect')).expectCommands,
  },
  {
    name: 'status',
    summary: 'Show how new the values of series are, and which are late.',
    load: async () => (await import('#cli/commands/status')).statusCommand,
  },
  {
    name: 'held',
    summary: 'List the values that rules held for review; accept or reject them.',
    load: async () => (await import('#cli/commands/held')).heldCommand,
  },
  {
    name: 'alert',
    summary: 'Add, list, silence and remove alerts, and try them over the past.',
    load: async () => (await import('#cli/commands/alert/alert')).alertCommands,
  },
  {
    name: 'accuracy',
    summary: 'Show how good forecasts were, source by source.',
    load: async () => (await import('#cli/commands/accuracy/accuracy')).accuracyCommand,
  },
  {
    name: 'forecast',
    summary: 'Define and make forecasts, or test how good they would have been.',
    load: async () => (await import('#cli/commands/forecast/forecast')).forecastCommands,
  },
  {
    name: 'user',
    summary: 'Add, list, disable and change users.',
    load: async () => (await import('#cli/commands/user/user')).userCommands,
  },
  {
    name: 'plan',
    summary: 'Set and list plans: which series their users may read, and how much.',
    load: async () => (await import('#cli/commands/plan')).planCommands,
  },
  {
    name: 'key',
    summary: 'Add, list and revoke API keys.',
    load: async () => (await import('#cli/commands/key')).keyCommands,
  },
  {
    name: 'link',
    summary: 'List and revoke links for spreadsheets.',
    load: async () => (await import('#cli/commands/link')).linkCommands,
  },
  {
    name: 'audit',
    summary: 'Show who imported, changed or granted what, newest first.',
    load: async () => (await import('#cli/commands/audit')).auditCommand,
  },
  {
    name: 'backup',
    summary: 'Write the whole store to one file, also while it is in use.',
    load: async () => (await import('#cli/commands/backup')).backupCommand,
  },
  {
    name: 'restore',
    summary: 'Make a store from a backup, after all of it was verified.',
    load: async () => (await import('#cli/commands/restore')).restoreCommand,
  },
  {
    name: 'copy',
    summary: 'Copy the whole store to another store, also from SQLite to PostgreSQL or back.',
    load: async () => (await import('#cli/commands/copy')).copyCommand,
  },
  {
    name: 'doctor',
    summary: 'Look at settings, store, disk, clock, port and permissions, and say what to do.',
    load: async () => (await import('#cli/commands/doctor/doctor')).doctorCommand,
  },
  {
    name: 'check',
    summary: 'Verify everything in the store and name what is damaged.',
    load: async () => (await import('#cli/commands/check')).checkCommand,
  },
  {
    name: 'compact',
    summary: 'Forget what was replaced long ago, to save space.',
    load: async () => (await import('#cli/commands/compact')).compactCommand,
  },
  {
    name: 'completion',
    summary: 'Print what makes bash, zsh or fish complete commands and options.',
    load: async () => (await import('#cli/commands/completion')).completionCommand,
  },
];
