// Text of others in a drawing: descriptions, names and titles are data and never markup. Pure.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML cannot hold at all: control characters, halves of pairs and two code points at the end. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Marks that turn the direction of the text after them. */
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes a text as content or as the value of an attribute. A blank of any kind becomes a space. */
export const escapeText = (text: string): string =>
  text
    .replace(FORBIDDEN, '\ufffd')
    .replace(TURNING, '')
    .replace(/\s/g, ' ')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
