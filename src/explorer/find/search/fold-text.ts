// Text as search sees it: lower-case, without accents. Every character keeps its place, so that a
// match found in folded text can be marked in the text that people read.

const ASCII = /^[\0-\x7f]*$/;

/** Letters that Unicode does not decompose into a base and an accent. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd' };

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  const base = PLAIN[lower] ?? lower.normalize('NFD').charAt(0);
  return base.length === character.length ? base : character;
}

export function foldText(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
}
