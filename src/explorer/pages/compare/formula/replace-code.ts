// Puts one code in the place of another in a formula as typed. Pure.

/** Replaces a code wherever the formula names it. */
export function replaceCode(text: string, seriesId: string, nearest: string): string {
  const word = /"[^"]*"|[a-z][a-z0-9_.]*/gi;
  const isQuoted = nearest.includes('-');
  return text.replace(word, (found) =>
    found.replaceAll('"', '').trim().toLowerCase() === seriesId
      ? isQuoted
        ? `"${nearest}"`
        : nearest
      : found,
  );
}
