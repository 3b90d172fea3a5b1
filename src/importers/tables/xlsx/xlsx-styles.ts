// Which cells of a workbook are dates: that is said by their style alone.

import type { ZipMember } from '#importers/files/zip-archive';
import { readAllXml } from '#importers/tables/xlsx/read-xml';

/** The clock that dates of a style are on. */
export type DateStyle = 'market' | 'utc';

/** Formats of dates and times that have a number and no text: ECMA-376, 18.8.30. */
const isDateNumber = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Whether a format shows a date or a time: a letter of one outside of texts, colours and conditions. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

/** Excel's dates know no zone; one that is shown with a Z behind it is meant as UTC. */
const isUtcFormat = (format: string): boolean => /(?:"Z"|\\Z)$/.test(format.split(';')[0]!.trim());

function dateStyle(format: string): DateStyle | undefined {
  if (!isDateFormat(format)) return undefined;
  return isUtcFormat(format) ? 'utc' : 'market';
}

/** By number of style; undefined where numbers are shown as numbers. */
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
