// The words of a query: names, numbers, texts in quotes and single signs. Blanks and comments are skipped.

import type { Refusal } from '#core/errors';
import { quoteGiven } from '#core/nearest';

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const NUMBER = /(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|nan)(?![a-zA-Z0-9_:])/iy;
const DURATION = /[0-9][0-9a-z.]*/y;
const BLANKS = /(?:\s|#[^\n]*)*/y;
const CALL = /[a-zA-Z_:][a-zA-Z0-9_:]*\s*(?:\(|(?:by|without)\s*\()/y;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([abfnrtv\\"'`]))/y;
const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

export class QueryScanner {
  readonly #text: string;
  readonly #faultOf: (message: string) => Refusal;
  #at = 0;

  /** `faultOf` makes the refusal of a message. */
  constructor(text: string, faultOf: (message: string) => Refusal) {
    this.#text = text;
    this.#faultOf = faultOf;
    this.#match(BLANKS);
  }

  /** The place of what comes next, counted from 1. */
  get place(): number {
    return this.#at + 1;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Whether a function or an aggregation comes next. */
  get isCall(): boolean {
    CALL.lastIndex = this.#at;
    return CALL.test(this.#text);
  }

  isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** What comes next, for a message. */
  describeNext(): string {
    if (this.isAtEnd) return 'the end';
    NAME.lastIndex = this.#at;
    return quoteGiven(NAME.exec(this.#text)?.[0] ?? this.#text[this.#at]!);
  }

  /** Takes a sign if it is one of some. */
  takeOne(signs: string): string | undefined {
    const sign = this.#text[this.#at];
    if (sign === undefined || !signs.includes(sign)) return undefined;
    this.#at++;
    this.#match(BLANKS);
    return sign;
  }

  /** Takes a text if it comes next. A word ends with its last letter. */
  takeWord(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    if (/\w$/.test(word) && /\w/.test(this.#text[this.#at + word.length] ?? ' ')) return false;
    this.#at += word.length;
    this.#match(BLANKS);
    return true;
  }

  takeName(): string | undefined {
    return this.#take(NAME);
  }

  takeDuration(): string | undefined {
    return this.#take(DURATION);
  }

  takeNumber(): number | undefined {
    const text = this.#take(NUMBER)?.toLowerCase();
    if (text === undefined) return undefined;
    if (text === 'nan') return Number.NaN;
    return text === 'inf' ? Number.POSITIVE_INFINITY : Number(text);
  }

  /** Takes a text in quotes. */
  takeString(): string | undefined {
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
    let value = '';
    for (let i = this.#at + 1; i < this.#text.length; i++) {
      const unit = this.#text[i]!;
      if (unit === quote) {
        this.#at = i + 1;
        this.#match(BLANKS);
        return value;
      }
      if (unit !== '\\' || quote === '`') {
        value += unit;
        continue;
      }
      ESCAPE.lastIndex = i;
      const escaped = ESCAPE.exec(this.#text);
      if (!escaped) {
        this.#at = i;
        throw this.#faultOf(`${quoteGiven(this.#text.slice(i, i + 2))} is no escape: write \\\\`);
      }
      const [all, hex, wide, sign = ''] = escaped;
      const code = hex ?? wide;
      value +=
        code === undefined
          ? (CONTROLS[sign] ?? sign)
          : String.fromCharCode(Number.parseInt(code, 16));
      i += all.length - 1;
    }
    throw this.#faultOf('a text in quotes is not closed');
  }

  #take(form: RegExp): string | undefined {
    const found = this.#match(form);
    if (found !== undefined) this.#match(BLANKS);
    return found;
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}
