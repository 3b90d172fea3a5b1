// The parts of an .xlsx file around its one sheet of rows, as texts.

/** Cell styles by number, as the styles part lists them. */
export const TIME_STYLE = 1;
export const HEADER_STYLE = 2;
/** Times on a wall clock in the other columns of times. */
export const SECOND_STYLE = 3;

/** What the times of a sheet are: UTC, or a market's days or minutes. */
export type SheetTimes = 'utc' | 'date' | 'minute';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** How times are shown. UTC shows a Z, because Excel's dates have no zone. */
const TIME_FORMATS: Readonly<Record<SheetTimes, string>> = {
  utc: 'yyyy\\-mm\\-dd&quot;T&quot;hh:mm:ss&quot;Z&quot;',
  date: 'yyyy\\-mm\\-dd',
  minute: 'yyyy\\-mm\\-dd\\ hh:mm',
};
const SECOND_FORMAT = 'yyyy\\-mm\\-dd\\ hh:mm:ss';
/** The numbers of formats that are not Excel's own begin here. */
const FIRST_FORMAT = 164;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const relation = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;

const relations = (...all: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

const override = (part: string, type: string): string =>
  `<Override PartName="${part}" ContentType="${CONTENT}.${type}+xml"/>`;

/** Every part but the styles, the strings and the sheet, by name. */
export const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}${override('/xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="values" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'styles', 'styles.xml'),
    relation(3, 'sharedStrings', 'sharedStrings.xml'),
  ),
};

const numberFormat = (code: string, at: number): string =>
  `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`;

/** A cell style: a number format and a font. */
const cellStyle = (format: number, font: number): string => {
  const applied = format > 0 ? ' applyNumberFormat="1"' : font > 0 ? ' applyFont="1"' : '';
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${applied}/>`;
};

/** The styles in the order of their numbers. */
export function stylesPart(times: SheetTimes): string {
  const formats = [TIME_FORMATS[times], ...(times === 'utc' ? [] : [SECOND_FORMAT])];
  const styles = [cellStyle(0, 0), cellStyle(FIRST_FORMAT, 0), cellStyle(0, 1)];
  if (times !== 'utc') styles.push(cellStyle(FIRST_FORMAT + 1, 0));
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.map(numberFormat).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

export const STYLES_PART = 'xl/styles.xml';
export const STRINGS_PART = 'xl/sharedStrings.xml';
export const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** The texts that cells refer to by their number. */
export const sharedStrings = (texts: readonly string[]): string =>
  `${XML}<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`;

/** The sheet up to its first row. The header stays visible; `timeColumn` counts from 1. */
export const sheetOpening = (timeColumn: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="${timeColumn}" max="${timeColumn}" width="21" customWidth="1"/></cols><sheetData>`;

export const SHEET_CLOSING = '</sheetData></worksheet>';

/** Returns the letters (A, B … Z, AA … XFD) of a column counted from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
