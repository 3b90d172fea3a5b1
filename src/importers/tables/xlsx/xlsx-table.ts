// A sheet of an Excel workbook as a table. Its first row that is not empty names the columns.

import { excelMilliseconds } from '#importers/bytes/number-times';
import { ImportFault, locateFault, type Place } from '#importers/files/import-fault';
import type { RandomAccessFile } from '#importers/files/random-access';
import { openZip } from '#importers/files/zip-archive';
import type { MixedCell, Table, TableBatch } from '#importers/tables/table';
import { readXml } from '#importers/tables/xlsx/read-xml';
import { type SheetCell, SheetHandler, type SheetRow } from '#importers/tables/xlsx/xlsx-sheet';
import { openWorkbook, type Workbook } from '#importers/tables/xlsx/xlsx-workbook';

/** Columns in which every number is a date, whatever its style is. */
const TIME_COLUMNS = ['time', 'analyzed'];

/** Opens the sheet of that name, or the first. */
export async function openXlsx(file: RandomAccessFile, sheetName?: string): Promise<Table> {
  await refuseOtherKinds(file);
  const workbook = await openWorkbook(await openZip(file), sheetName);
  const place: Place = { noun: 'row', sheet: workbook.sheetName };
  const rows = readRows(workbook, place, file);
  const head = await firstRow(rows, place);
  const names = Array.from(head.cells, (cell) => nameOf(cell, head.line, place));
  return {
    names,
    headWord: 'header',
    place,
    headLine: head.line,
    batches: readBatches(rows, head.rest, names, workbook, place),
    async close() {
      await rows.return(undefined);
      await file.close();
    },
  };
}

function nameOf(cell: SheetCell, line: number, place: Place): string {
  if (typeof cell !== 'object') return cell === undefined ? '' : `${cell}`;
  throw new ImportFault('a date names no column', line, undefined, place);
}

/** The first bytes of old Excel files and of workbooks with a password. */
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function refuseOtherKinds(file: RandomAccessFile): Promise<void> {
  const head = await file.read(0, Math.min(file.sizeBytes, OLD_EXCEL.length));
  if (!OLD_EXCEL.equals(head)) return;
  throw new ImportFault(
    'the file is an old Excel file (.xls) or has a password: save it as .xlsx without one',
  );
}

/** Yields rows that have a cell, as many at a time as a piece of the sheet brings. */
async function* readRows(
  workbook: Workbook,
  place: Place,
  file: RandomAccessFile,
): AsyncGenerator<SheetRow[]> {
  const { sheet, sheetName } = workbook;
  const handler = new SheetHandler(workbook, place);
  const xml = readXml(sheet.read(), `the sheet "${sheetName}"`, handler);
  for await (const bytes of xml) {
    file.tellRead(Math.ceil((bytes * sheet.packedBytes) / Math.max(1, sheet.sizeBytes)));
    const rows = handler.rows.filter(({ cells }) => cells.length > 0);
    handler.rows = [];
    if (rows.length > 0) yield rows;
  }
}

async function firstRow(rows: AsyncGenerator<SheetRow[]>, place: Place) {
  const { value, done } = await rows.next();
  if (done) throw new ImportFault('the sheet is empty', undefined, undefined, place);
  const [first, ...rest] = value;
  return { ...first!, rest };
}

async function* readBatches(
  rows: AsyncIterable<SheetRow[]>,
  rest: readonly SheetRow[],
  names: readonly string[],
  workbook: Workbook,
  place: Place,
): AsyncGenerator<TableBatch> {
  yield toBatch(rest, names, workbook, place);
  for await (const batch of rows) yield toBatch(batch, names, workbook, place);
}

function toBatch(
  rows: readonly SheetRow[],
  names: readonly string[],
  { is1904 }: Workbook,
  place: Place,
): TableBatch {
  for (const { line, cells } of rows) {
    if (cells.length <= names.length) continue;
    const reason = `${cells.length} cells, but the header has ${names.length}`;
    throw new ImportFault(reason, line, undefined, place);
  }
  const columns = names.map((name, at) => {
    const isTime = TIME_COLUMNS.includes(name.trim().toLowerCase());
    const cells = rows.map(({ line, cells }) => {
      try {
        return mixedCell(cells[at], isTime, is1904);
      } catch (fault) {
        throw locateFault(fault, line, name, place);
      }
    });
    return { kind: 'mixed' as const, cells };
  });
  return { count: rows.length, columns, lineOf: (row) => rows[row]!.line };
}

function mixedCell(cell: SheetCell, isTime: boolean, is1904: boolean): MixedCell {
  if (typeof cell === 'object') {
    return { wallMs: excelMilliseconds(cell.days, is1904), hasZone: cell.style === 'utc' };
  }
  if (typeof cell !== 'number' || !isTime) return cell;
  return { wallMs: excelMilliseconds(cell, is1904), hasZone: false };
}
