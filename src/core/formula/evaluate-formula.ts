// The value of a formula from the values of its inputs. Pure.

import type { FormulaNode } from '#core/formula/parse-formula';

/** Calculates the value of a formula; NaN if an input is missing or a divisor is 0. */
export type Evaluate = (inputs: readonly (number | null)[]) => number;

/** Makes the calculation of a tree. */
export function evaluatorOf(node: FormulaNode): Evaluate {
  switch (node.kind) {
    case 'number':
      return () => node.value;
    case 'series':
      return (inputs) => inputs[node.input] ?? Number.NaN;
    case 'minus': {
      const of = evaluatorOf(node.of);
      return (inputs) => -of(inputs);
    }
    case 'min':
    case 'max': {
      const parts = node.of.map(evaluatorOf);
      const choose = node.kind === 'min' ? Math.min : Math.max;
      return (inputs) => choose(...parts.map((part) => part(inputs)));
    }
    default:
      return operatorOf(node.kind, evaluatorOf(node.left), evaluatorOf(node.right));
  }
}

function operatorOf(kind: '+' | '-' | '*' | '/', left: Evaluate, right: Evaluate): Evaluate {
  switch (kind) {
    case '+':
      return (inputs) => left(inputs) + right(inputs);
    case '-':
      return (inputs) => left(inputs) - right(inputs);
    case '*':
      return (inputs) => left(inputs) * right(inputs);
    case '/':
      return (inputs) => left(inputs) / right(inputs);
  }
}

/** A result as a value: null if it is none. Zero has no sign. */
export const valueOfResult = (result: number): number | null =>
  Number.isFinite(result) ? result + 0 : null;
