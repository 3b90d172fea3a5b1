// The table of docs/evidence/reliability.md: a line for each row and figure, the newest run of it.

import { readFile, writeFile } from 'node:fs/promises';
import type { Outcome } from './row.ts';

export interface ReportLine {
  readonly row: string;
  /** The figure, such as `1,000 kills`. */
  readonly figure: string;
  readonly result: string;
  /** `yyyy-MM-dd`. */
  readonly date: string;
  readonly commit: string;
  readonly command: string;
}

export const TABLE_HEAD = '| row | figure | result | date | commit | command |';

const MOST_NAMED = 3;

export function resultOf({ faults, misses, figures }: Outcome): string {
  if (faults.length > 0) {
    const more = faults.length > MOST_NAMED ? `; ${faults.length - MOST_NAMED} more` : '';
    return `**does not hold**: ${faults.slice(0, MOST_NAMED).join('; ')}${more}. ${figures}`;
  }
  return misses.length > 0 ? `**missed**: ${misses.join('; ')}. ${figures}` : `passed. ${figures}`;
}

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** A line for each figure: a cell of two hundred words is not read. */
const resultCell = (result: string): string =>
  result.replace('passed. ', 'passed.<br>').replaceAll('; ', '<br>');

const lineOf = ({ row, figure, result, date, commit, command }: ReportLine): string =>
  `| ${[`\`${row}\``, figure, resultCell(result), date, `\`${commit}\``, `\`${command}\``].map(cell).join(' | ')} |`;

/** The page with the line in its table, in place of an older one of the same row and figure. */
export function withLine(page: string, line: ReportLine): string {
  const lines = page.split('\n');
  const head = lines.indexOf(TABLE_HEAD);
  if (head < 0) throw new Error(`the page has no table that begins with ${TABLE_HEAD}`);
  const first = head + 2;
  let end = first;
  while (lines[end]?.startsWith('|')) end++;
  const own = `| \`${line.row}\` | ${line.figure} |`;
  const rows = lines.slice(first, end).filter((old) => !old.startsWith(own));
  rows.push(lineOf(line));
  rows.sort((a, b) => (a < b ? -1 : 1));
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)].join('\n');
}

export async function writeLine(path: string, line: ReportLine): Promise<void> {
  await writeFile(path, withLine(await readFile(path, 'utf8'), line));
}
