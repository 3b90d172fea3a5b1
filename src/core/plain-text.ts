// Text of others that is shown to a person: what cannot be seen is escaped, so that no terminal obeys it.

/** C1 controls, and characters that are invisible or turn text round. JSON does not escape them. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, but lines and tabs stay
const CONTROLS_IN_LINES = /[\u0000-\u0008\u000b-\u001f]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes what a terminal obeys besides the controls that programs themselves write. */
export const escapeUnseen = (text: string): string => text.replace(UNSEEN, escaped);

/** Escapes every character that a terminal obeys: for a name or another text of one line. */
export const escapeControls = (text: string): string =>
  escapeUnseen(text).replace(CONTROLS, escaped);

/** Like `escapeControls`, but lines stay lines. */
export const escapeInLines = (text: string): string =>
  escapeUnseen(text).replace(CONTROLS_IN_LINES, escaped);
