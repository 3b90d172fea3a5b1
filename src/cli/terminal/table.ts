// What a person sees: texts of others without the characters that a terminal obeys, colour if it is wanted, and lists
// in aligned columns. Programs get JSON.

import type { Io, Output } from '#cli/command/command';
import { escapeControls, escapeUnseen } from '#core/plain-text';

/** The output itself or, if it is a terminal, one that escapes what cannot be seen. */
export function shown(output: Output): Output {
  if (!output.isTTY) return output;
  return {
    isTTY: true,
    get columns() {
      return output.columns ?? 80;
    },
    // An export to the terminal writes bytes.
    write: (text) => output.write(typeof text === 'string' ? escapeUnseen(text) : text),
  };
}

/** Colour and weight, only on a terminal and only if NO_COLOR does not forbid it. */
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39] } as const;

export function paint(
  style: keyof typeof CODES,
  text: string,
  output: Output,
  env: Io['env'],
): string {
  // https://no-color.org: any value but the empty one forbids colour.
  if (!output.isTTY || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb') return text;
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** A column of a table. Numbers are aligned on the right. */
export interface Column<T> {
  readonly title: string;
  cell(row: T): string | number;
}

export function printTable<T>(rows: readonly T[], columns: readonly Column<T>[], io: Io): void {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const texts = cells.map((row) => row.map(textOf));
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...texts.map((row) => row[at]!.length)),
  );
  const isRight = columns.map((_, at) => cells.some((row) => typeof row[at] === 'number'));
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) => (isRight[at] ? text.padStart(widths[at]!) : text.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  const head = line(columns.map(({ title }) => title));
  io.stdout.write(`${paint('bold', head, io.stdout, io.env)}\n`);
  for (const row of texts) io.stdout.write(`${line(row)}\n`);
}

const textOf = (cell: string | number): string =>
  typeof cell === 'number' ? formatCount(cell) : escapeControls(cell);

export const printJson = (rows: readonly unknown[], io: Io): void => {
  io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
};

/** `1,234,567`, in every locale. Loading the rules of locales would take 35 ms, as much as a small command. */
export const formatCount = (count: number): string =>
  Number.isSafeInteger(count)
    ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : count.toLocaleString('en-US');

/** `1 point`, `1,234 points` */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
