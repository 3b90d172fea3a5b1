// CSV for spreadsheets that expect semicolons between cells and a comma in numbers. Pure.

const NUMBER = /^-?\d+\.\d+(?:e[+-]?\d+)?$/i;
/** A cell with what follows it: a quoted one, or text up to the comma or the end of the line. */
const CELL = /("(?:[^"]|"")*"|[^",\n\r]*)(,|\r?\n|$)/g;

/** Turns commas between cells into semicolons, and points in numbers into commas. */
export const withSemicolons = (csv: string): string =>
  csv.replace(CELL, (_, cell: string, after: string) => {
    const text = NUMBER.test(cell) ? cell.replace('.', ',') : quoteSemicolon(cell);
    return text + (after === ',' ? ';' : after);
  });

const quoteSemicolon = (cell: string): string =>
  cell.includes(';') && !cell.startsWith('"') ? `"${cell}"` : cell;
