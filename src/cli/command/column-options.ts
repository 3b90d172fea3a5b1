// The options that say how the rows of a file are read, and the faults that they mend.

import { type Arguments, misuse } from '#cli/command/command';
import { quoteGiven } from '#core/nearest';
import type { Remedy } from '#importers/files/import-fault';
import type { ColumnNames } from '#importers/rows/rename-columns';

export const MISSING_HOUR_OPTION = {
  'missing-hour': {
    type: 'string',
    value: 'skip',
    summary: 'Leave out rows of the hour that the clock skips in spring, instead of refusing.',
  },
} as const;

/** What is added to a fault that an option mends. */
export const REMEDIES: Readonly<Record<Remedy, string>> = {
  columns:
    '--columns says what columns mean, such as --columns "Date=time,Price=dehrprice" or, for a first column without a name, "=time,…"',
  'missing-hour': '--missing-hour skip leaves such rows out',
};

/** `local_time=time,Price_DA=dehrprice,Sol_DA=`; `=time` is for a column without a name. */
export function readColumns(args: Arguments): ColumnNames | undefined {
  const given = args.text('columns');
  if (given === undefined) return undefined;
  const columns = new Map<string, string>();
  for (const part of given.split(',')) {
    const [, name, code] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    if (name === undefined) throw misuse(`--columns: ${quoteGiven(part)} is not NAME=SERIES`);
    if (columns.has(name.trim())) throw misuse(`--columns: ${quoteGiven(name)} is given twice`);
    columns.set(name.trim(), code!.trim());
  }
  return columns;
}

export function readMissingHour(args: Arguments): boolean {
  const given = args.text('missing-hour');
  if (given === undefined || given === 'refuse') return false;
  if (given === 'skip') return true;
  throw misuse(`--missing-hour is refuse or skip, not ${quoteGiven(given)}`);
}
