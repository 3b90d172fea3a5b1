// The unit of a formula: sums need one unit, products and quotients make a new one. Pure.

import { FormulaFault } from '#core/formula/formula-tokens';
import type { FormulaNode } from '#core/formula/parse-formula';

/** The powers of a unit's parts: `EUR/MWh` is EUR 1, MWh −1. */
type Powers = ReadonlyMap<string, number>;

/** Undefined is a number, which takes the unit of what it is added to. */
type Unit = Powers | undefined;

/** The unit of a formula, from the units of its inputs. Throws a `FormulaFault` if they do not fit. */
export function unitOfFormula(root: FormulaNode, units: readonly string[]): string {
  const text = writeUnit(unitOf(root, units) ?? new Map());
  // The unit of an input is written as the input has it.
  return units.find((unit) => writeUnit(readUnit(unit)) === text) ?? text;
}

function unitOf(node: FormulaNode, units: readonly string[]): Unit {
  switch (node.kind) {
    case 'number':
      return undefined;
    case 'series':
      return readUnit(units[node.input]!);
    case 'minus':
      return unitOf(node.of, units);
    case '+':
    case '-':
      return sameUnit([node.left, node.right], units, node.kind === '+' ? 'added' : 'subtracted');
    case 'min':
    case 'max':
      return sameUnit(node.of, units, 'compared');
    case '*':
      return multiply(unitOf(node.left, units), unitOf(node.right, units), 1);
    case '/':
      return multiply(unitOf(node.left, units), unitOf(node.right, units), -1);
  }
}

function sameUnit(parts: readonly FormulaNode[], units: readonly string[], verb: string): Unit {
  const known = parts.flatMap((part) => unitOf(part, units) ?? []);
  const [first] = known;
  const other = known.find((unit) => writeUnit(unit) !== writeUnit(first!));
  if (first && other) {
    throw new FormulaFault(
      `${nameOf(first)} and ${nameOf(other)} cannot be ${verb}: the units must be the same.`,
    );
  }
  return first;
}

function multiply(left: Unit, right: Unit, sign: 1 | -1): Unit {
  if (!left && !right) return undefined;
  const powers = new Map(left ?? []);
  for (const [part, power] of right ?? []) {
    const total = (powers.get(part) ?? 0) + sign * power;
    if (total === 0) powers.delete(part);
    else powers.set(part, total);
  }
  return powers;
}

function readUnit(text: string): Powers {
  const powers = new Map<string, number>();
  text.split('/').forEach((part, i) => {
    const name = part.trim();
    if (name === '' || name === '1') return;
    const total = (powers.get(name) ?? 0) + (i === 0 ? 1 : -1);
    if (total === 0) powers.delete(name);
    else powers.set(name, total);
  });
  return powers;
}

const POWERS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

const powerText = (power: number): string =>
  power === 1 ? '' : [...String(power)].map((digit) => POWERS[Number(digit)]).join('');

/** Writes `EUR/MWh`, `EUR·MWh`, `1/MWh`; a unit of no parts is empty. */
function writeUnit(powers: Powers): string {
  const side = (sign: 1 | -1): string[] =>
    [...powers]
      .filter(([, power]) => power * sign > 0)
      .map(([part, power]) => part + powerText(power * sign))
      .sort();
  const [above, below] = [side(1), side(-1)];
  if (below.length === 0) return above.join('·');
  return [above.length === 0 ? '1' : above.join('·'), ...below].join('/');
}

const nameOf = (powers: Powers): string => writeUnit(powers) || 'a ratio';
