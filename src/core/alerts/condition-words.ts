// The words of a condition, read from left to right. A fault names the word, its place and what is allowed there.

import type { Refusal } from '#core/errors';
import { refuseField } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';

interface Word {
  readonly text: string;
  /** Its first character's number, from 1 on. */
  readonly place: number;
}

/** Operators stand alone without blanks as well: `dehrprice<0`. */
const WORD = /[<>≤≥]=?|[^\s<>≤≥]+/g;

export class ConditionWords {
  readonly #words: readonly Word[];
  readonly #field: string;
  readonly #end: number;
  #at = 0;

  constructor(text: string, field: string) {
    this.#words = Array.from(text.matchAll(WORD), (match) => ({
      text: match[0],
      place: match.index + 1,
    }));
    this.#field = field;
    this.#end = text.trimEnd().length + 1;
  }

  /** The word that is read next, in lower case; undefined at the end. */
  get next(): string | undefined {
    return this.#words[this.#at]?.text.toLowerCase();
  }

  get afterNext(): string | undefined {
    return this.#words[this.#at + 1]?.text.toLowerCase();
  }

  /** Reads the next word as it was given. */
  take(): string | undefined {
    return this.#words[this.#at++]?.text;
  }

  /** Reads the words if they come next. */
  takeIf(...words: readonly string[]): boolean {
    const isNext = words.every((word, i) => this.#words[this.#at + i]?.text.toLowerCase() === word);
    if (isNext) this.#at += words.length;
    return isNext;
  }

  /** Reads the words, or refuses. */
  require(...words: readonly string[]): void {
    for (const word of words) if (!this.takeIf(word)) throw this.refuse([word]);
  }

  /** Reads the words up to one of `ends`. */
  takeUntil(...ends: readonly string[]): string {
    const taken: string[] = [];
    while (this.next !== undefined && !ends.includes(this.next)) taken.push(this.take()!);
    return taken.join(' ');
  }

  /** Goes back by words that were read, so that a refusal names the first of them. */
  goBack(words: number): this {
    this.#at -= words;
    return this;
  }

  /** Refuses the next word, or the end. */
  refuse(allowed: readonly string[], what?: string): Refusal {
    const word = this.#words[this.#at];
    const place = `at character ${word?.place ?? this.#end}`;
    const given = word ? `${quoteGiven(word.text)} ${place}` : `the end ${place}`;
    const found = `${what ?? 'not allowed here'}: ${given}`;
    const hint = word ? didYouMean(word.text, allowed) : '';
    return refuseField('condition_invalid', this.#field, `${found}${hint}`, allowed);
  }
}
