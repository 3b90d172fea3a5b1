// The options of commands that give roles and series.

import type { Arguments } from '#cli/command/command';

export const ROLE_OPTIONS = {
  role: {
    type: 'string',
    value: 'ROLE',
    summary: 'reader (default), writer, auditor or operator.',
  },
  series: {
    type: 'string',
    value: 'PATTERNS',
    summary: 'What a writer may write: patterns such as de*, with commas between.',
  },
} as const;

/** The patterns of --series; undefined if it is left out. */
export const seriesOf = (args: Arguments): string[] | undefined =>
  args
    .text('series')
    ?.split(',')
    .filter((pattern) => pattern.trim() !== '');
