// The words of a formula: numbers, codes with their shift, and signs. Pure.

import type { FormulaSeries } from '#core/formula/formula-series';
import { isSeriesId } from '#core/market/categories';
import { quoteGiven } from '#core/nearest';

export type Sign = '+' | '-' | '*' | '/' | '(' | ')' | ',';
export type FunctionName = 'min' | 'max';

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'series'; readonly series: FormulaSeries; readonly text: string }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly text: string }
  | { readonly kind: 'sign'; readonly sign: Sign; readonly text: string };

/** Why a formula is refused, in a sentence. */
export class FormulaFault extends Error {}

export const LONGEST_FORMULA = 200;

/** Other ways to write a sign. */
const SIGNS: Readonly<Record<string, Sign>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '–': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '/': '/',
  '÷': '/',
  '(': '(',
  ')': ')',
  ',': ',',
};

const NUMBER = /\d+(?:\.\d+)?|\.\d+/y;
// A code may contain a minus, but without quotes a minus is always a sign.
const CODE = /(?:"([^"]*)"|([a-z][a-z0-9_.]*))(?:~([+−-]?\d{1,5}))?/iy;
const FUNCTION = /(min|max)(?=\s*\()/iy;
const BLANK = /\s*/y;

export function readTokens(text: string): Token[] {
  if (text.length > LONGEST_FORMULA) {
    throw new FormulaFault(
      `The formula has ${text.length} characters: at most ${LONGEST_FORMULA} are allowed.`,
    );
  }
  const tokens: Token[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = skipBlanks(text, at + token.text.length);
  }
  return tokens;
}

function skipBlanks(text: string, at: number): number {
  BLANK.lastIndex = at;
  return at + BLANK.exec(text)![0].length;
}

function tokenAt(text: string, at: number): Token {
  const sign = SIGNS[text[at]!];
  if (sign !== undefined) return { kind: 'sign', sign, text: text[at]! };
  const number = matchAt(NUMBER, text, at);
  if (number) return { kind: 'number', value: Number(number[0]), text: number[0] };
  const name = matchAt(FUNCTION, text, at);
  if (name) {
    return { kind: 'function', name: name[0].toLowerCase() as FunctionName, text: name[0] };
  }
  const code = matchAt(CODE, text, at);
  if (code) return { kind: 'series', series: seriesOf(code), text: code[0] };
  throw new FormulaFault(
    `${quoteGiven(text[at]!)} is not part of a formula: write codes, numbers, + − × ÷, min, max and parentheses.`,
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function seriesOf([text, quoted, plain, shift = '0']: RegExpExecArray): FormulaSeries {
  const seriesId = (quoted ?? plain ?? '').trim().toLowerCase();
  if (!isSeriesId(seriesId)) {
    throw new FormulaFault(`${quoteGiven(quoted ?? text)} is not the code of a series.`);
  }
  // Adding 0 turns -0 into 0.
  return { seriesId, shiftDays: Number(shift.replace('−', '-')) + 0 };
}
