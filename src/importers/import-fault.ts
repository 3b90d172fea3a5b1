// Why a file is refused: where the fault is, and what it is, in one plain sentence.

export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  /** Line of the file, counted from 1; undefined where the fault is the file's as a whole. */
  readonly line: number | undefined;
  readonly column: string | undefined;
  readonly reason: string;

  constructor(reason: string, line?: number, column?: string) {
    super(
      `${line === undefined ? '' : `line ${line}: `}${column === undefined ? '' : `column "${column}": `}${reason}`,
    );
    this.line = line;
    this.column = column;
    this.reason = reason;
  }

  /** The message with its file in front: `prices.csv line 17: …`. */
  in(file: string): string {
    return this.line === undefined ? `${file}: ${this.message}` : `${file} ${this.message}`;
  }
}

/** The fault with its place, where it does not name one itself; anything else as it is. */
export function locateFault(fault: unknown, line: number, column?: string): unknown {
  if (!(fault instanceof ImportFault) || fault.line !== undefined) return fault;
  return new ImportFault(fault.reason, line, fault.column ?? column);
}
