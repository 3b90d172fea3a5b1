// The image of a board as HTML. Pure.

/** The width that mail programs show without scaling. */
const WIDTH = 800;

/** Writes `<img src="…?width=800" …>`. The board's name is text of its owner: it is escaped. */
export const imageHtml = (address: string, name: string): string =>
  `<img src="${escaped(`${address}?width=${WIDTH}`)}" width="${WIDTH}" alt="${escaped(name)}">`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);
