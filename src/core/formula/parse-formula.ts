// Reads a formula of series, such as `dehrcons - dehrwind - dehrsolar`, into a tree. Pure.

import { type FormulaSeries, formulaSeriesText } from '#core/formula/formula-series';
import {
  FormulaFault,
  type FunctionName,
  readTokens,
  type Sign,
  type Token,
} from '#core/formula/formula-tokens';
import { quoteGiven } from '#core/nearest';

export type FormulaNode =
  | { readonly kind: 'number'; readonly value: number }
  /** `input` is the index of the series among the formula's inputs. */
  | { readonly kind: 'series'; readonly input: number }
  | { readonly kind: 'minus'; readonly of: FormulaNode }
  | {
      readonly kind: '+' | '-' | '*' | '/';
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | { readonly kind: FunctionName; readonly of: readonly FormulaNode[] };

export interface Formula {
  readonly root: FormulaNode;
  /** The series that it names, each once. */
  readonly inputs: readonly FormulaSeries[];
  /** The formula with one blank around each operator: `dehrcons − dehrwind`. */
  readonly label: string;
}

/** The most series that a formula may name. */
export const MOST_INPUTS = 8;
const DEEPEST = 30;

/** Reads a formula, or throws a `FormulaFault`. */
export function parseFormula(text: string): Formula {
  const tokens = readTokens(text);
  if (tokens.length === 0) throw new FormulaFault('The formula is empty.');
  const reader = new FormulaReader(tokens);
  const root = reader.readAll();
  const { inputs } = reader;
  if (inputs.length === 0) throw new FormulaFault('The formula names no series.');
  if (inputs.length > MOST_INPUTS) {
    throw new FormulaFault(
      `The formula names ${inputs.length} series: at most ${MOST_INPUTS} are allowed.`,
    );
  }
  return { root, inputs, label: labelOf(tokens) };
}

class FormulaReader {
  readonly inputs: FormulaSeries[] = [];
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readAll(): FormulaNode {
    const root = this.#readSum();
    const rest = this.#tokens[this.#next];
    if (!rest) return root;
    if (isSign(rest, ')')) throw new FormulaFault('A closing parenthesis has no opening one.');
    if (isSign(rest, ',')) {
      throw new FormulaFault(
        'A comma stands only between the parts of min and max: decimals have a point.',
      );
    }
    throw new FormulaFault(`Before ${quoteGiven(rest.text)} one of + − × ÷ is missing.`);
  }

  #readSum(): FormulaNode {
    let left = this.#readProduct();
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      left = { kind: sign as '+' | '-', left, right: this.#readProduct() };
    }
    return left;
  }

  #readProduct(): FormulaNode {
    let left = this.#readSigned();
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      left = { kind: sign as '*' | '/', left, right: this.#readSigned() };
    }
    return left;
  }

  #readSigned(): FormulaNode {
    const sign = this.#take('+', '-');
    if (!sign) return this.#readValue();
    const of = this.#deeper(() => this.#readSigned());
    return sign === '-' ? { kind: 'minus', of } : of;
  }

  #readValue(): FormulaNode {
    const token = this.#tokens[this.#next];
    if (!token) {
      throw new FormulaFault(
        `After ${quoteGiven(this.#tokens.at(-1)!.text)} something is missing.`,
      );
    }
    this.#next++;
    if (token.kind === 'number') return { kind: 'number', value: token.value };
    if (token.kind === 'series') return { kind: 'series', input: this.#inputOf(token.series) };
    if (token.kind === 'function') return this.#readFunction(token.name);
    if (token.sign === '(') return this.#readUntilClosed();
    throw new FormulaFault(
      `Instead of ${quoteGiven(token.text)} a code, a number or a parenthesis is expected.`,
    );
  }

  #readUntilClosed(): FormulaNode {
    const inner = this.#deeper(() => this.#readSum());
    if (!this.#take(')')) throw new FormulaFault('A parenthesis is not closed.');
    return inner;
  }

  #readFunction(name: FunctionName): FormulaNode {
    // The word is a function only before a parenthesis.
    this.#next++;
    const of = [this.#deeper(() => this.#readSum())];
    while (this.#take(',')) of.push(this.#deeper(() => this.#readSum()));
    if (!this.#take(')')) throw new FormulaFault('A parenthesis is not closed.');
    if (of.length < 2)
      throw new FormulaFault(`${name} needs two parts, with a comma between them.`);
    return { kind: name, of };
  }

  #deeper(read: () => FormulaNode): FormulaNode {
    if (++this.#depth > DEEPEST) {
      throw new FormulaFault(`Parentheses are nested too deep: at most ${DEEPEST} are allowed.`);
    }
    const node = read();
    this.#depth--;
    return node;
  }

  #take(...signs: readonly Sign[]): Sign | undefined {
    const token = this.#tokens[this.#next];
    const found = signs.find((sign) => token && isSign(token, sign));
    if (found) this.#next++;
    return found;
  }

  #inputOf(series: FormulaSeries): number {
    const text = formulaSeriesText(series);
    const present = this.inputs.findIndex((one) => formulaSeriesText(one) === text);
    return present >= 0 ? present : this.inputs.push(series) - 1;
  }
}

const isSign = (token: Token, sign: Sign): boolean => token.kind === 'sign' && token.sign === sign;

const SHOWN: Readonly<Record<Sign, string>> = {
  '+': ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
  '(': '(',
  ')': ')',
  ',': ', ',
};

function labelOf(tokens: readonly Token[]): string {
  const parts = tokens.map((token, i) => {
    if (token.kind === 'series') return formulaSeriesText(token.series);
    if (token.kind !== 'sign') return token.text.toLowerCase();
    const before = tokens[i - 1];
    const isFirst =
      !before || (before.kind === 'sign' && before.sign !== ')') || before.kind === 'function';
    return isFirst ? SHOWN[token.sign].trim() : SHOWN[token.sign];
  });
  return parts.join('');
}
