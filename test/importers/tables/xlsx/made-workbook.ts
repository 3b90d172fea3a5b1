// Small Excel workbooks, written by hand as Excel writes them; and zip archives of any members.

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A date is days since 1900 with a style that shows them; `xml` is the content of a cell. */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly days: number }
  | { readonly xml: string; readonly type?: string };

export interface XlsxOptions {
  readonly sheetName?: string;
  /** Whether texts are in a table of their own, as in Excel, or in their cells. */
  readonly isShared?: boolean;
  readonly is1904?: boolean;
  /** Parts that replace the workbook's own, or are added to them. */
  readonly parts?: Readonly<Record<string, string>>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const cellName = (column: number, row: number): string =>
  `${String.fromCharCode(65 + column)}${row + 1}`;

export async function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  options: { readonly compress?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content), name, options);
  }
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
}

/** The parts of a workbook of one sheet, or of more given as `parts`. */
export function workbookParts(
  rows: readonly (readonly XlsxCell[])[],
  { sheetName = 'Sheet1', isShared = false, is1904 = false, parts = {} }: XlsxOptions = {},
): Record<string, string> {
  const strings: string[] = [];
  const cellXml = (cell: XlsxCell, name: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${name}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'object') {
      if ('days' in cell) return `<c r="${name}" s="1"><v>${cell.days}</v></c>`;
      return `<c r="${name}"${cell.type ? ` t="${cell.type}"` : ''}>${cell.xml}</c>`;
    }
    if (!isShared) return `<c r="${name}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
    if (!strings.includes(cell)) strings.push(cell);
    return `<c r="${name}" t="s"><v>${strings.indexOf(cell)}</v></c>`;
  };
  const sheet = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, cellName(column, at))).join('')}</row>`,
    )
    .join('');
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return {
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${isShared ? relation('rId3', 'sharedStrings', '/xl/sharedStrings.xml') : ''}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...(isShared
      ? {
          'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
        }
      : {}),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView><f>no formula here</f></sheetView></sheetViews><sheetData>${sheet}</sheetData></worksheet>`,
    ...parts,
  };
}

export const makeXlsx = async (
  rows: readonly (readonly XlsxCell[])[],
  options: XlsxOptions = {},
): Promise<Uint8Array> => zipOf(workbookParts(rows, options));
