// Reads every exported format into rows with other libraries, for tests to compare.

import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { SaxesParser } from 'saxes';
import type { ExportFormatName } from '#exporters/export-formats';

/** A cell is a text, a number, or null for a gap; times are `yyyy-MM-ddTHH:mm:ssZ`. */
export type Row = Readonly<Record<string, string | number | null>>;

const TIMES = new Set(['time', 'run']);
const TEXTS = new Set([...TIMES, 'series', 'kind']);

const isoOf = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

export function readCsv(bytes: Buffer): Row[] {
  const [header = '', ...lines] = bytes.toString().trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',').map((cell, at) => {
      if (cell === '') return null;
      return TEXTS.has(names[at]!) ? cell : Number(cell);
    });
    assert.equal(cells.length, names.length, line);
    return Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
  });
}

export const readNdjson = (bytes: Buffer): Row[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

export async function readParquet(bytes: Buffer): Promise<Row[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        TIMES.has(name) && cell !== null ? isoOf((cell as Date).getTime()) : cell,
      ]),
    ),
  );
}

export function readArrow(bytes: Buffer): Row[] {
  const table = tableFromIPC(bytes);
  const names = table.schema.fields.map(({ name }) => name);
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(
      names.map((name) => {
        const value = table.getChild(name)!.get(row) as string | number | null;
        return [name, TIMES.has(name) && value !== null ? isoOf(value as number) : value];
      }),
    ),
  );
}

/** Returns the files of a zip by name. Sizes come from the directory at its end, as in every reader. */
export function unzip(bytes: Buffer): Record<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files: Record<string, Buffer> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    files[name] = inflateRawSync(bytes.subarray(from, from + packed));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

export interface Cell {
  readonly place: string;
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly text: string;
}

/** Every cell of the sheet, in order. */
export function readCells(sheet: Buffer): Cell[] {
  const cells: Cell[] = [];
  let text = '';
  const parser = new SaxesParser();
  let open: Omit<Cell, 'text'> | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'c') return;
    const { r = '', t, s } = attributes as Record<string, string>;
    open = { place: r, type: t, style: s };
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'c') cells.push({ ...open!, text });
  });
  parser.write(sheet.toString()).close();
  return cells;
}

function readStrings(part: Buffer): string[] {
  const strings: string[] = [];
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', ({ name }) => {
    if (name === 'si') text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'si') strings.push(text);
  });
  parser.write(part.toString()).close();
  return strings;
}

export function readXlsx(bytes: Buffer): Row[] {
  const files = unzip(bytes);
  const strings = readStrings(files['xl/sharedStrings.xml']!);
  const byRow = new Map<number, Record<string, string | number>>();
  for (const { place, type, style, text } of readCells(files['xl/worksheets/sheet1.xml']!)) {
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    const cells = byRow.get(Number(row)) ?? {};
    // Day 25,569 is 1970-01-01. The last bits of such a double are below a microsecond.
    if (style === '1') cells[column] = isoOf(Math.round((Number(text) - 25_569) * 86_400_000));
    else cells[column] = type === 's' ? strings[Number(text)]! : type ? text : Number(text);
    byRow.set(Number(row), cells);
  }
  const [header = {}, ...rows] = [...byRow.values()];
  return rows.map((cells) =>
    Object.fromEntries(Object.entries(header).map(([at, name]) => [name, cells[at] ?? null])),
  );
}

/** The reader of each format. */
export const READERS: Readonly<
  Record<ExportFormatName, (bytes: Buffer) => Row[] | Promise<Row[]>>
> = { csv: readCsv, ndjson: readNdjson, parquet: readParquet, arrow: readArrow, xlsx: readXlsx };
