// The part of PromQL that is understood: selectors, their offset, numbers, vector(…), and + - * / between a
// selector and numbers. Everything else is refused by its name.

import { type Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { isLabel, LABELS, Matcher, OPERATORS, type Selector } from '#service/prometheus/matchers';
import { QueryScanner } from '#service/prometheus/query-scanner';
import { findDuration } from '#service/prometheus/read-durations';

/** A query: a number at every time, or what a selector finds, changed by arithmetic. */
export type Query =
  | { readonly kind: 'number'; readonly value: number; readonly isVector: boolean }
  | {
      readonly kind: 'selection';
      readonly selector: Selector;
      /** Undefined: values stay as they are, with their metric's name. */
      readonly change: ((value: number) => number) | undefined;
    };

export const LONGEST_QUERY = 20_000;
const MOST_OPERATIONS = 50;
const DEEPEST = 30;

/** What a refusal offers instead. */
const UNDERSTOOD = [
  'a selector, such as hrprice{area="DE"}',
  'a selector with =, !=, =~ or !~ on __name__, series, area, source, lead',
  'offset, such as hrprice{area="DE"} offset 1w',
  '+ - * / between a selector and numbers',
  'vector(1), 1+1',
];

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

class QueryReader {
  readonly #scanner: QueryScanner;
  readonly #field: string;
  #operations = 0;
  #depth = 0;

  constructor(text: string, field: string) {
    this.#field = field;
    this.#scanner = new QueryScanner(text, (message) => this.#fault(message));
  }

  readQuery(): Query {
    const query = this.#sum();
    this.#requireEnd();
    return query;
  }

  readSelector(): Selector {
    const selector = this.#selector();
    this.#requireEnd();
    return selector;
  }

  #requireEnd(): void {
    if (this.#scanner.isAtEnd) return;
    throw this.#fault(`${this.#scanner.describeNext()} is not understood here`);
  }

  #sum(): Query {
    let left = this.#product();
    for (let op = this.#scanner.takeOne('+-'); op; op = this.#scanner.takeOne('+-'))
      left = this.#operate(op, left, this.#product());
    return left;
  }

  #product(): Query {
    let left = this.#factor();
    for (let op = this.#scanner.takeOne('*/'); op; op = this.#scanner.takeOne('*/'))
      left = this.#operate(op, left, this.#factor());
    return left;
  }

  #factor(): Query {
    if (++this.#depth > DEEPEST)
      throw this.#fault(`more than ${DEEPEST} levels are not understood`);
    try {
      const sign = this.#scanner.takeOne('+-');
      if (sign) {
        const zero = { kind: 'number', value: 0, isVector: false } as const;
        return this.#operate(sign, zero, this.#factor());
      }
      if (this.#scanner.takeOne('(')) return this.#closed(this.#sum());
      const number = this.#scanner.takeNumber();
      if (number !== undefined) return { kind: 'number', value: number, isVector: false };
      return this.#scanner.isCall ? this.#call() : this.#selection();
    } finally {
      this.#depth--;
    }
  }

  #closed(query: Query): Query {
    if (this.#scanner.takeOne(')')) return query;
    throw this.#fault('a "(" is not closed');
  }

  #call(): Query {
    const name = this.#scanner.takeName()!;
    if (name !== 'vector') {
      const what =
        /^(?:sum|avg|min|max|count|group|stddev|stdvar|topk|bottomk|quantile|count_values)$/;
      const kind = what.test(name) ? 'aggregation' : 'function';
      throw this.#fault(`the ${kind} ${quoteGiven(name)} is not understood`);
    }
    this.#scanner.takeOne('(');
    const of = this.#closed(this.#sum());
    if (of.kind !== 'number') throw this.#fault('vector() takes a number');
    return { ...of, isVector: true };
  }

  #selection(): Query {
    const selector = this.#selector();
    if (this.#scanner.takeOne('['))
      throw this.#fault('a range such as [5m] is not understood: each step is a mean already');
    if (this.#scanner.takeOne('@')) throw this.#fault('the modifier @ is not understood');
    return { kind: 'selection', selector, change: undefined };
  }

  #selector(): Selector {
    const name = this.#scanner.takeName();
    const matchers = name === undefined ? [] : [this.#named(name)];
    if (this.#scanner.takeOne('{')) matchers.push(...this.#matchers());
    else if (name === undefined)
      throw this.#fault(`${this.#scanner.describeNext()} is not understood here`);
    return { matchers, offsetMs: this.#scanner.takeWord('offset') ? this.#offset() : 0 };
  }

  #named(name: string): Matcher {
    return new Matcher(this.#field, '__name__', '=', name);
  }

  #matchers(): Matcher[] {
    const matchers: Matcher[] = [];
    while (!this.#scanner.takeOne('}')) {
      const quoted = this.#scanner.takeString();
      const label = quoted ?? this.#scanner.takeName();
      if (label === undefined) throw this.#fault(`${this.#scanner.describeNext()} is not a label`);
      const operator = OPERATORS.find((one) => this.#scanner.takeWord(one));
      // A quoted text alone is the metric's name.
      if (operator === undefined && quoted === undefined)
        throw this.#fault(`${quoteGiven(label)} needs one of ${OPERATORS.join(' ')}`);
      const value = operator === undefined ? undefined : this.#scanner.takeString();
      if (operator !== undefined && value === undefined)
        throw this.#fault(`${label}${operator} needs a text in quotes`);
      matchers.push(
        operator === undefined
          ? this.#named(label)
          : new Matcher(this.#field, label, operator, value!),
      );
      if (matchers.length > MOST_OPERATIONS) throw this.#fault('there are too many matchers');
      if (!this.#scanner.takeOne(',') && !this.#scanner.isNext('}'))
        throw this.#fault(`${this.#scanner.describeNext()} is not understood between { and }`);
    }
    return matchers;
  }

  #offset(): number {
    const sign = this.#scanner.takeOne('-') ? -1 : 1;
    const text = this.#scanner.takeDuration();
    const ms = text === undefined ? undefined : findDuration(text);
    if (ms === undefined) throw this.#fault('offset needs a length of time such as 1w');
    return sign * ms;
  }

  #operate(op: string, left: Query, right: Query): Query {
    if (++this.#operations > MOST_OPERATIONS)
      throw this.#fault(`more than ${MOST_OPERATIONS} operations are not understood`);
    const of = OPERATIONS[op]!;
    if (left.kind === 'number' && right.kind === 'number') {
      const isVector = left.isVector || right.isVector;
      return { kind: 'number', value: of(left.value, right.value), isVector };
    }
    const [selection, number] = left.kind === 'selection' ? [left, right] : [right, left];
    if (selection.kind !== 'selection' || number.kind !== 'number' || number.isVector)
      throw this.#fault(`"${op}" between two selectors or vectors is not understood`);
    const { change: before = (value: number) => value } = selection;
    const { value: other } = number;
    const change =
      selection === left
        ? (value: number) => of(before(value), other)
        : (value: number) => of(other, before(value));
    return { ...selection, change };
  }

  #fault(message: string): Refusal {
    const place = `at character ${this.#scanner.place}`;
    return refuseField('field_invalid', this.#field, `${message} (${place})`, UNDERSTOOD);
  }
}

function requireText(text: string | undefined, field: string): string {
  if (text === undefined || text.trim() === '')
    throw refuseField('field_missing', field, 'a query is needed', UNDERSTOOD);
  if (text.length <= LONGEST_QUERY) return text;
  const message = `it has ${text.length} characters; ${LONGEST_QUERY} are allowed`;
  throw refuseField('field_invalid', field, message);
}

/** Reads a query. */
export const readQuery = (text: string | undefined, field: string): Query =>
  new QueryReader(requireText(text, field), field).readQuery();

/** Reads a selector alone, as lists are narrowed by. */
export const readSelector = (text: string, field: string): Selector =>
  new QueryReader(requireText(text, field), field).readSelector();

/** Says which labels of a selector no time series has. */
export function unknownLabels({ matchers }: Selector): string[] {
  const labels = new Set(matchers.map(({ label }) => label).filter((label) => !isLabel(label)));
  return [...labels].map(
    (label) => `no time series has a label ${quoteGiven(label)}; labels are ${LABELS.join(', ')}`,
  );
}
