// The keywords that a typed text may become. Pure.

interface Keyword {
  readonly name: string;
  readonly meaning: string;
}

/** Keywords that begin with what is typed, then those whose meaning has it; all if nothing is typed. */
export function findKeywords<T extends Keyword>(typed: string, keywords: readonly T[]): T[] {
  const text = typed.trim().toLowerCase();
  // A shift that is being typed does not narrow the list.
  const word = text.replace(/ *[+-] *\d*$/, '');
  const begins = keywords.filter(({ name }) => name.startsWith(word));
  const means = keywords.filter(
    ({ name, meaning }) => !name.startsWith(word) && meaning.toLowerCase().includes(word),
  );
  return [...begins, ...means];
}
