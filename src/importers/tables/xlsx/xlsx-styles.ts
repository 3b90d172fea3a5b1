// Which cells of a workbook are dates: only their style tells.

import type { ZipMember } from '#importers/files/zip-archive';
import { readAllXml } from '#importers/tables/xlsx/read-xml';

/** The clock that dates of a style are on. */
export type DateStyle = 'market' | 'utc';

/** The built-in formats of dates and times, which have only a number: ECMA-376, 18.8.30. */
const isDateNumber = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Whether a format shows a date or a time: it has a letter for one outside texts, colours and conditions. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

/** Excel's dates have no zone; a format that ends with a Z means UTC. */
const isUtcFormat = (format: string): boolean => /(?:"Z"|\\Z)$/.test(format.split(';')[0]!.trim());

function dateStyle(format: string): DateStyle | undefined {
  if (!isDateFormat(format)) return undefined;
  return isUtcFormat(format) ? 'utc' : 'market';
}

/** The date styles by number of style; undefined for a style that shows numbers. */
export async function readDateStyles(
  member: ZipMember | undefined,
): Promise<(DateStyle | undefined)[]> {
  const styles: (DateStyle | undefined)[] = [];
  if (!member) return styles;
  const formats = new Map<number, string>();
  let isCellStyle = false;
  await readAllXml(member.read(), 'the styles', {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'cellXfs') isCellStyle = true;
      const number = Number(numFmtId);
      if (name === 'numFmt') formats.set(number, formatCode);
      if (name !== 'xf' || !isCellStyle) return;
      const format = formats.get(number);
      if (format !== undefined) styles.push(dateStyle(format));
      else styles.push(isDateNumber(number) ? 'market' : undefined);
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
    text() {},
  });
  return styles;
}
