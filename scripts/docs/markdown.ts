// The little Markdown that generated pages need.

/** A table; cells are Markdown, a pipe in them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** Blocks of a page with one blank line between them. */
export const page = (...blocks: readonly string[]): string =>
  `${blocks.map((block) => block.trim()).join('\n\n')}\n`;
