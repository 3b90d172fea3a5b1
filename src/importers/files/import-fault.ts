// Why a file is refused: the place of the fault and the reason, in one plain sentence.

import { quoteGiven } from '#core/nearest';

/** What a file's rows are called in faults: lines of text, or rows of a table or a sheet. */
export interface Place {
  readonly noun: 'line' | 'row';
  readonly sheet?: string;
}

export const LINES: Place = { noun: 'line' };

/** What mends a fault: other names for columns, or leaving out rows of the hour that the clock skips. */
export type Remedy = 'columns' | 'missing-hour';

export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  /** The line or row of the file, counted from 1; undefined if the fault is of the whole file. */
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly reason: string;
  readonly place: Place;
  readonly remedy: Remedy | undefined;

  constructor(
    reason: string,
    line?: number,
    column?: string,
    place: Place = LINES,
    remedy?: Remedy,
  ) {
    super(
      `${writePlace(line, place)}${column === undefined ? '' : `column "${column}": `}${reason}`,
    );
    this.line = line;
    this.column = column;
    this.reason = reason;
    this.place = place;
    this.remedy = remedy;
  }

  /** The message with its file in front: `prices.csv line 17: …`. */
  in(file: string): string {
    const isPlaced = this.line !== undefined || this.place.sheet !== undefined;
    return isPlaced ? `${file} ${this.message}` : `${file}: ${this.message}`;
  }
}

/** `line 17: `, `sheet "Prices" row 17: `, `sheet "Prices": `, or nothing. */
function writePlace(line: number | undefined, { noun, sheet }: Place): string {
  const words = [
    ...(sheet === undefined ? [] : [`sheet ${quoteGiven(sheet)}`]),
    ...(line === undefined ? [] : [`${noun} ${line}`]),
  ];
  return words.length === 0 ? '' : `${words.join(' ')}: `;
}

/** The fault with its place, unless it names one itself; other errors as they are. */
export function locateFault(
  fault: unknown,
  line: number | undefined,
  column?: string,
  place?: Place,
): unknown {
  if (!(fault instanceof ImportFault) || fault.line !== undefined) return fault;
  return new ImportFault(fault.reason, line, fault.column ?? column, place, fault.remedy);
}
