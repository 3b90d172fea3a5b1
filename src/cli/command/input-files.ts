// The files that a command reads: their formats, their names in messages, and standard input among them. And the
// options that say how the rows of a file are read, with the faults that they mend.

import { type Arguments, CommandFault, misuse } from '#cli/command/command';
import { quoteGiven } from '#core/nearest';
import { escapeControls } from '#core/plain-text';
import { type CsvDialect, DIALECT_NAMES, dialectNamed } from '#importers/bytes/csv-dialect';
import { FORMAT_NAMES, type FormatName, formatNamed } from '#importers/files/file-formats';
import { ImportFault, type Remedy } from '#importers/files/import-fault';
import type { ColumnNames } from '#importers/rows/row-layout';
import { SourceFault } from '#sources/source';

export const FORMAT_OPTION = {
  format: {
    type: 'string',
    value: 'NAME',
    summary: `${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}; else by the file's name.`,
  },
} as const;

export const DIALECT_OPTION = {
  dialect: {
    type: 'string',
    value: 'NAME',
    summary: `How a CSV is written: ${DIALECT_NAMES.join(', ')}; else the file shows it.`,
  },
} as const;

export function readDialect(args: Arguments): CsvDialect | undefined {
  const given = args.text('dialect');
  try {
    return given === undefined ? undefined : dialectNamed(given);
  } catch (fault) {
    throw fault instanceof ImportFault ? misuse(`--dialect: ${fault.reason}`) : fault;
  }
}

export function readFormat(args: Arguments): FormatName | undefined {
  const given = args.text('format');
  try {
    return given === undefined ? undefined : formatNamed(given).name;
  } catch (fault) {
    throw fault instanceof ImportFault ? misuse(`--format: ${fault.reason}`) : fault;
  }
}

/** Standard input can be read only once. */
export function refuseRepeatedStdin(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === '-').length > 1) throw misuse('"-" can be given only once');
}

/** What a file is called in messages: `stdin` for `-`. */
export const inputName = (file: string): string => (file === '-' ? 'stdin' : escapeControls(file));

/** Runs `work` on a file; puts the file's name before a fault in it, and what mends it after. */
export async function namingFile<T>(
  file: string,
  work: () => Promise<T>,
  remedies: Readonly<Partial<Record<Remedy, string>>> = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = inputName(file);
    if (error instanceof ImportFault) {
      const remedy = error.remedy && remedies[error.remedy];
      throw new CommandFault(
        remedy === undefined ? error.in(name) : `${error.in(name)}; ${remedy}`,
      );
    }
    if (error instanceof SourceFault) throw new CommandFault(`${name}: ${error.message}`);
    throw error;
  }
}

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
