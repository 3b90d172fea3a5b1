// Reads regular expressions as RE2 writes them. What RE2 has and labels do not need (word boundaries, Unicode
// classes, flags in the middle) is refused by name.

/** A regular expression that cannot be read, or that takes too much work. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}

/** Code units between pairs of bounds, both included; all others if negated. */
export interface UnitSet {
  readonly bounds: readonly number[];
  readonly isNegated: boolean;
}

/** What an expression is made of. */
export type PatternNode =
  | { readonly kind: 'unit'; readonly set: UnitSet }
  | { readonly kind: 'edge'; readonly op: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly of: PatternNode;
      readonly least: number;
      /** Undefined: without end. */
      readonly most: number | undefined;
    };

const MOST_REPEATS = 1_000;
const DEEPEST = 50;

const DIGITS = [48, 57];
const WORD = [48, 57, 65, 90, 95, 95, 97, 122];
const BLANKS = [9, 10, 12, 13, 32, 32];
const CLASSES: Readonly<Record<string, UnitSet>> = {
  d: { bounds: DIGITS, isNegated: false },
  D: { bounds: DIGITS, isNegated: true },
  w: { bounds: WORD, isNegated: false },
  W: { bounds: WORD, isNegated: true },
  s: { bounds: BLANKS, isNegated: false },
  S: { bounds: BLANKS, isNegated: true },
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7 };
const ANYTHING: UnitSet = { bounds: [], isNegated: true };

/** Reads one expression, once. */
export class PatternReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  isFolded = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PatternNode {
    const flags = /^\(\?([is]+)\)/.exec(this.#text);
    if (flags) {
      this.isFolded = flags[1]!.includes('i');
      this.#at = flags[0].length;
    }
    const node = this.#choice();
    if (this.#at < this.#text.length) throw this.#fault('a ")" that closes nothing');
    return node;
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    return branches.length === 1 ? branches[0]! : { kind: 'choice', branches };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const next = this.#text[this.#at];
      if (next === undefined || next === '|' || next === ')') return { kind: 'sequence', parts };
      parts.push(this.#repeated(this.#one()));
    }
  }

  #repeated(node: PatternNode): PatternNode {
    const bounds = this.#repeats();
    if (!bounds) return node;
    if (node.kind === 'edge') throw this.#fault('a repeated edge');
    // What is taken first does not matter: the whole text has to match.
    this.#take('?');
    const repeated: PatternNode = { kind: 'repeat', of: node, ...bounds };
    if (this.#repeats()) throw this.#fault('a repeated repeat');
    return repeated;
  }

  #repeats(): { least: number; most: number | undefined } | undefined {
    if (this.#take('*')) return { least: 0, most: undefined };
    if (this.#take('+')) return { least: 1, most: undefined };
    if (this.#take('?')) return { least: 0, most: 1 };
    const counts = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#text.slice(this.#at, this.#at + 12));
    if (!counts) return undefined;
    this.#at += counts[0].length;
    const least = Number(counts[1]);
    const most = counts[2] === undefined ? least : counts[3] ? Number(counts[3]) : undefined;
    if (Math.max(least, most ?? 0) > MOST_REPEATS || (most ?? least) < least)
      throw this.#fault(`a count of repeats that is not 0 to ${MOST_REPEATS}`);
    return { least, most };
  }

  #one(): PatternNode {
    const unit = this.#text[this.#at++]!;
    switch (unit) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'unit', set: this.#set() };
      case '\\':
        return { kind: 'unit', set: this.#escape() };
      case '.':
        return { kind: 'unit', set: ANYTHING };
      case '^':
        return { kind: 'edge', op: 'start' };
      case '$':
        return { kind: 'edge', op: 'end' };
      case '*':
      case '+':
      case '?':
        throw this.#fault(`a "${unit}" that repeats nothing`);
      default:
        return { kind: 'unit', set: this.#only(unit.charCodeAt(0)) };
    }
  }

  #group(): PatternNode {
    const named = /^\?(?::|P?<\w+>)/.exec(this.#text.slice(this.#at, this.#at + 80));
    if (named) this.#at += named[0].length;
    else if (this.#text[this.#at] === '?') throw this.#fault('a group that begins with "(?"');
    if (++this.#depth > DEEPEST) throw this.#fault(`more than ${DEEPEST} groups in each other`);
    const node = this.#choice();
    this.#depth--;
    if (!this.#take(')')) throw this.#fault('a "(" that is not closed');
    return node;
  }

  #set(): UnitSet {
    const isNegated = this.#take('^');
    const bounds: number[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const unit = this.#text[this.#at++];
      if (unit === undefined) throw this.#fault('a "[" that is not closed');
      if (unit === ']' && !isFirst) return { bounds, isNegated };
      if (unit === '[' && this.#text[this.#at] === ':')
        throw this.#fault('a class such as [:alpha:]');
      const from = unit === '\\' ? this.#escape() : this.#only(unit.charCodeAt(0));
      bounds.push(...this.#rangeFrom(from));
    }
  }

  /** The bounds of a range of which the first unit was read, or those of what was read. */
  #rangeFrom(from: UnitSet): readonly number[] {
    if (from.isNegated) throw this.#fault('a class such as \\D between brackets');
    const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']';
    if (!isRange || !isOne(from)) return from.bounds;
    this.#at++;
    const unit = this.#text[this.#at++];
    if (unit === undefined) throw this.#fault('a "[" that is not closed');
    const to = unit === '\\' ? this.#escape() : this.#only(unit.charCodeAt(0));
    if (!isOne(to) || to.bounds[0]! < from.bounds[0]!)
      throw this.#fault('a range that is reversed');
    const range = [from.bounds[0]!, to.bounds[0]!];
    return this.isFolded ? foldedBounds(range) : range;
  }

  #escape(): UnitSet {
    const unit = this.#text[this.#at++];
    if (unit === undefined) throw this.#fault('a "\\" at the end');
    if (unit in CLASSES) return CLASSES[unit]!;
    if (unit in CONTROLS) return this.#only(CONTROLS[unit]!);
    const code = /^x(?:([0-9a-f]{2})|\{([0-9a-f]{1,4})\})/i.exec(
      this.#text.slice(this.#at - 1, this.#at + 6),
    );
    if (code) {
      this.#at += code[0].length - 1;
      return this.#only(Number.parseInt(code[1] ?? code[2]!, 16));
    }
    if (/[0-9A-Za-z]/.test(unit)) throw this.#fault(`"\\${unit}"`);
    return this.#only(unit.charCodeAt(0));
  }

  #only(unit: number): UnitSet {
    const bounds = [unit, unit];
    return { bounds: this.isFolded ? foldedBounds(bounds) : bounds, isNegated: false };
  }

  #take(unit: string): boolean {
    if (this.#text[this.#at] !== unit) return false;
    this.#at++;
    return true;
  }

  #fault(what: string): PatternFault {
    return new PatternFault(`${what} is not understood (near character ${this.#at})`);
  }
}

/** Whether a set has one unit, apart from its other case. */
export const isOne = ({ bounds, isNegated }: UnitSet): boolean =>
  !isNegated && bounds.length > 0 && bounds[0] === bounds[1];

/** The bounds, and those of the same ASCII letters in the other case. */
function foldedBounds([first, last]: readonly number[]): number[] {
  const bounds = [first!, last!];
  for (const [from, to, shift] of [
    [65, 90, 32],
    [97, 122, -32],
  ] as const) {
    const [low, high] = [Math.max(first!, from), Math.min(last!, to)];
    if (low <= high) bounds.push(low + shift, high + shift);
  }
  return bounds;
}
