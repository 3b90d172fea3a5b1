// Matchers of labels, such as area="DE" and series=~"de.*", and the selector that they make.

import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { makePattern, type Pattern } from '#core/patterns/pattern';
import { PatternFault } from '#core/patterns/read-pattern';

export const OPERATORS = ['=~', '!~', '!=', '='] as const;
export type MatchOperator = (typeof OPERATORS)[number];

/** The labels that time series have, in the order in which they are written. */
export const LABELS = ['__name__', 'area', 'lead', 'series', 'source'] as const;
export type Label = (typeof LABELS)[number];

export const isLabel = (name: string): name is Label =>
  (LABELS as readonly string[]).includes(name);

export class Matcher {
  /** What the request calls the field that has the matcher. */
  readonly field: string;
  readonly label: string;
  readonly operator: MatchOperator;
  readonly value: string;
  readonly #pattern: Pattern | undefined;

  constructor(field: string, label: string, operator: MatchOperator, value: string) {
    this.field = field;
    this.label = label;
    this.operator = operator;
    this.value = value;
    if (operator === '=~' || operator === '!~')
      this.#pattern = this.#watched(() => makePattern(value));
  }

  /** Whether a label may have a text. A label that is absent has the empty one. */
  accepts(text: string): boolean {
    const pattern = this.#pattern;
    if (!pattern) return (text === this.value) === (this.operator === '=');
    return this.#watched(() => pattern.matches(text)) === (this.operator === '=~');
  }

  /** The beginning of every text that is accepted. */
  get prefix(): string {
    if (this.operator === '=') return this.value;
    return this.operator === '=~' ? this.#pattern!.prefix : '';
  }

  /** The only texts that are accepted; undefined if they cannot be listed. */
  get words(): readonly string[] | undefined {
    if (this.operator === '=') return [this.value];
    const words = this.operator === '=~' ? this.#pattern!.words : undefined;
    return words && [...words];
  }

  #watched<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error;
      const message = `the regular expression ${quoteGiven(this.value)} of ${this.label} is refused: ${error.message}`;
      throw refuseField('field_invalid', this.field, message);
    }
  }
}

export interface Selector {
  readonly matchers: readonly Matcher[];
  /** Values are those of this long before, in milliseconds. */
  readonly offsetMs: number;
}

/** Whether every matcher of a label accepts a text. */
export const acceptsLabel = ({ matchers }: Selector, label: Label, text: string): boolean =>
  matchers.every((matcher) => matcher.label !== label || matcher.accepts(text));

export const hasMatcher = ({ matchers }: Selector, label: Label): boolean =>
  matchers.some((matcher) => matcher.label === label);
