// Writes a table for a spreadsheet: CSV in the reader's dialect, a page with one table, or a workbook with real
// dates. A gap is an empty cell.

import { findZone } from '#core/time/zone';
import type { SheetFormat } from '#exporters/sheets/sheet-format';
import { type SheetContent, sheetTable } from '#exporters/sheets/sheet-table';
import { csvMarks, htmlMarks, writeSheetText } from '#exporters/sheets/sheet-text';

export async function* writeSheet(
  content: SheetContent,
  { name, sheet }: SheetFormat,
): AsyncGenerator<Buffer> {
  const made = sheetTable(content, findZone(sheet.zone)!);
  if (name === 'xlsx') {
    const { writeXlsx } = await import('#exporters/write-xlsx');
    yield* writeXlsx(made.table, made.isDated ? 'date' : 'minute');
    return;
  }
  const marks = name === 'csv' ? csvMarks(sheet.separator) : htmlMarks(made.title);
  yield* writeSheetText(made, sheet.decimal, marks);
}
