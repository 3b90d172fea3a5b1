// The names that an operator gives to the columns of a file.

import { quoteGiven } from '#core/nearest';
import { ImportFault } from '#importers/files/import-fault';
import type { RowReader } from '#importers/rows/row-reader';

/** What the columns of a file mean, by their names; '' is the name of a column without one. */
export type ColumnNames = ReadonlyMap<string, string>;

/** Takes the place of the name of a column that is not read. A blank cannot be a name of a file: names are trimmed. */
export const LEFT_OUT = ' ';

/** The names that `columns` gives; throws if it names a column that the file does not have. */
export function renameColumns(
  header: readonly string[],
  { line, place, headWord }: RowReader,
  columns: ColumnNames | undefined,
): readonly string[] {
  if (!columns) return header;
  for (const name of columns.keys()) {
    if (header.includes(name)) continue;
    const shown = name === '' ? 'column without a name' : `column ${quoteGiven(name)}`;
    const reason = `the ${headWord} has no ${shown}, only ${header.join(', ')}`;
    throw new ImportFault(reason, line, undefined, place);
  }
  return header.map((name) => (columns.has(name) ? columns.get(name) || LEFT_OUT : name));
}
