// Values that a person types or pastes from a spreadsheet. Pure.

/**
 * Reads numbers between blanks, lines or semicolons, with a decimal point or comma; a dash is a gap. Returns
 * what is wrong in words if one is no number.
 */
export function readRunValues(text: string): (number | null)[] | string {
  const words = text.split(/[\s;]+/).filter((word) => word !== '');
  const values: (number | null)[] = [];
  for (const [at, word] of words.entries()) {
    const number = Number(word.replace(',', '.'));
    if (word === '-') values.push(null);
    else if (Number.isFinite(number)) values.push(number);
    else return `Value ${at + 1} is not a number: “${word.slice(0, 40)}”.`;
  }
  return values;
}
