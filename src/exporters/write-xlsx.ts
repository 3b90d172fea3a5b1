// Excel: one sheet with a header, codes as shared strings, times as dates in a format that shows UTC or the
// market's clock, a gap as an empty cell. It is streamed: neither the whole sheet nor the zip file is ever in memory.

import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ByteWriter } from '#bytes/byte-writer';
import { type ExportTable, headerOf } from '#exporters/export-table';
import { requireSheetColumns } from '#exporters/sheet-limits';
import {
  FIXED_PARTS,
  SHEET_CLOSING,
  SHEET_PART,
  type SheetTimes,
  STRINGS_PART,
  STYLES_PART,
  sharedStrings,
  sheetOpening,
  stylesPart,
} from '#exporters/sheet-parts';
import { SheetRows } from '#exporters/sheet-rows';
import { sliceRows } from '#exporters/slice-rows';

/** The same rows give the same bytes at any time and on any machine. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 4 };

export async function* writeXlsx(
  table: ExportTable,
  times: SheetTimes = 'utc',
): AsyncGenerator<Buffer> {
  const header = headerOf(table);
  requireSheetColumns(header.length);
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  const sheet = Readable.from(writeSheet(table, times), { objectMode: false });
  const fail = (error: Error): void => {
    packed.destroy(error);
  };
  zip.on('error', fail);
  sheet.on('error', fail);
  for (const [name, text] of Object.entries(FIXED_PARTS)) {
    zip.addBuffer(Buffer.from(text), name, ENTRY);
  }
  zip.addBuffer(Buffer.from(stylesPart(times)), STYLES_PART, ENTRY);
  const strings = sharedStrings([...header, ...(table.codes ?? []), ...(table.names ?? [])]);
  zip.addBuffer(Buffer.from(strings), STRINGS_PART, ENTRY);
  zip.addReadStream(sheet, SHEET_PART, ENTRY);
  zip.end();
  try {
    for await (const piece of packed) yield piece as Buffer;
  } finally {
    sheet.destroy();
    // Until the sheet is closed, it may still be reading the store.
    if (!sheet.closed) await once(sheet, 'close');
  }
}

async function* writeSheet(table: ExportTable, times: SheetTimes): AsyncGenerator<Buffer> {
  const out = new ByteWriter();
  const rows = new SheetRows(table, out, times);
  out.text(sheetOpening(table.codes ? 2 : 1));
  rows.writeHeader();
  yield out.take();
  yield* sliceRows(table, out, (batch, row) => rows.writeRow(batch, row));
  out.text(SHEET_CLOSING);
  yield out.take();
}
