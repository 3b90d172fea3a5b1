// Text quoted for a shell and for Power Query. Pure.

export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes a text for Power Query, which doubles a quote and begins an escape with #(. */
export const powerQuote = (text: string): string =>
  `"${text.replaceAll('"', '""').replaceAll('#(', '#(#)(')}"`;
