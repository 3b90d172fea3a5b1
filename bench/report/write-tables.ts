// Tables as text: in columns for a terminal, in pipes for Markdown.

import type { Table } from './tables.ts';

export function toTerminal({ title, note, head, rows, textColumns }: Table): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i < textColumns ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  const body = [head, ...rows].map(line).join('\n');
  return `${title}\n\n${body}\n${note ? `\n${note}\n` : ''}`;
}

export function toMarkdown({ title, note, head, rows, textColumns }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i < textColumns ? '---' : '---:'));
  const body = [line(head), line(rule), ...rows.map(line)].join('\n');
  return `## ${title}\n\n${note ? `${note}\n\n` : ''}${body}\n`;
}
