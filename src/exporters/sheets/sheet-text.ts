// A table for a spreadsheet as text: CSV or HTML. Times are `2026-10-25 02:00`, which spreadsheets of every
// language read as a date; with the T of ISO 8601 they take it for text.

import { ByteWriter } from '#bytes/byte-writer';
import { repeatedText } from '#bytes/repeated-text';
import { DAY_MS, formatWall, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/instant';
import { csvCell } from '#exporters/csv-cell';
import { type ExportTable, headerOf, kindOf, type RowBatch } from '#exporters/export-table';
import type { SheetOptions } from '#exporters/sheets/sheet-format';
import type { SheetTable } from '#exporters/sheets/sheet-table';
import { sliceRows } from '#exporters/slice-rows';

/** What stands around the cells of a table. */
interface SheetMarks {
  /** The text up to the first row, from the names of the columns. */
  readonly head: (names: readonly string[]) => string;
  readonly row: string;
  readonly between: string;
  readonly rowEnd: string;
  readonly tail: string;
  /** A text as a cell has it. */
  readonly cell: (text: string) => string;
}

export const csvMarks = (separator: string): SheetMarks => ({
  head: (names) => `${names.map(csvCell).join(separator)}\n`,
  row: '',
  between: separator,
  rowEnd: '\n',
  tail: '',
  cell: csvCell,
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]!);

export const htmlMarks = (title: string): SheetMarks => ({
  head: (names) =>
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head><body><table>\n<thead><tr>${names.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead>\n<tbody>\n`,
  row: '<tr><td>',
  between: '</td><td>',
  rowEnd: '</td></tr>\n',
  tail: '</tbody>\n</table></body></html>\n',
  cell: escapeHtml,
});

export async function* writeSheetText(
  { table, isDated }: SheetTable,
  decimal: SheetOptions['decimal'],
  marks: SheetMarks,
): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const [row, between, rowEnd] = [marks.row, marks.between, marks.rowEnd].map((text) =>
    repeatedText(text, out),
  ) as [() => void, () => void, () => void];
  const writeTime = wallWriter(isDated ? 'date' : 'minute', out);
  const cells = cellWriters(table, decimal, marks.cell, out);
  const writeRow = ({ times, values }: RowBatch, at: number): void => {
    row();
    writeTime(times[at]!);
    for (let column = 0; column < values.length; column++) {
      between();
      const value = values[column]![at]!;
      if (Number.isFinite(value)) cells[column]!(value);
    }
    rowEnd();
  };
  out.text(marks.head(headerOf(table)));
  yield out.take();
  yield* sliceRows(table, out, writeRow);
  if (marks.tail !== '') yield Buffer.from(marks.tail);
}

type WriteCell = (value: number) => void;

/** How the cells of each column are written. */
function cellWriters(
  table: ExportTable,
  decimal: SheetOptions['decimal'],
  cell: SheetMarks['cell'],
  out: ByteWriter,
): WriteCell[] {
  const names = table.names?.map((name) => repeatedText(cell(name), out)) ?? [];
  const writeNumber: WriteCell =
    decimal === '.'
      ? (value) => out.number(value)
      : (value) => out.text(String(value).replace('.', ','));
  return table.columns.map((_, column) => {
    const kind = kindOf(table, column);
    if (kind === 'time') return wallWriter('second', out);
    return kind === 'name' ? (value) => names[value]!() : writeNumber;
  });
}

const pair = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Writes wall times to the day, the minute or the second. The date is made once for each day. */
function wallWriter(to: 'date' | 'minute' | 'second', out: ByteWriter): WriteCell {
  let day = Number.NaN;
  let date = '';
  return (wallMs) => {
    const itsDay = Math.floor(wallMs / DAY_MS);
    if (itsDay !== day) {
      day = itsDay;
      date = formatWall(day * DAY_MS).slice(0, 'yyyy-MM-dd'.length);
    }
    if (to === 'date') {
      out.text(date);
      return;
    }
    const ms = wallMs - day * DAY_MS;
    const minute = pair(Math.floor(ms / MINUTE_MS) % 60);
    const time = `${date} ${pair(Math.floor(ms / HOUR_MS))}:${minute}`;
    out.text(to === 'minute' ? time : `${time}:${pair(Math.floor(ms / SECOND_MS) % 60)}`);
  };
}
