// The width of a text without a browser. The font of pictures (Arimo) is as wide as Arial and Helvetica, so
// that the widths hold for an SVG that is shown with either of them. Pure.

/** Thousandths of the font's size, from the blank on to the tilde. */
const WIDTHS = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
];
const FIRST = 32;
/** Letters with marks are about as wide as plain ones; other scripts are as wide as high. */
const OTHER_LETTER = 667;
const OTHER_SCRIPT = 1_000;
const LAST_EUROPEAN = 0x2fff;
/** Bold letters are wider by this share. */
const BOLD_SHARE = 1.07;

export interface Lettering {
  /** The size of the font, pixels. */
  readonly size: number;
  readonly isBold?: boolean;
}

/** The width of a text in pixels. */
export function textWidth(text: string, { size, isBold = false }: Lettering): number {
  let thousandths = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    thousandths += WIDTHS[code - FIRST] ?? (code > LAST_EUROPEAN ? OTHER_SCRIPT : OTHER_LETTER);
  }
  return (thousandths / 1_000) * size * (isBold ? BOLD_SHARE : 1);
}

/** Cuts a text to a width, with an ellipsis at its end; empty if not even that fits. */
export function shortenText(text: string, width: number, lettering: Lettering): string {
  if (textWidth(text, lettering) <= width) return text;
  const letters = [...text];
  while (letters.length > 0) {
    letters.pop();
    const shorter = `${letters.join('').trimEnd()}…`;
    if (textWidth(shorter, lettering) <= width) return letters.length > 0 ? shorter : '';
  }
  return '';
}

/** Breaks a text into lines of a width, between words, at most `most` lines; the last one is cut. */
export function wrapText(
  text: string,
  width: number,
  lettering: Lettering,
  most: number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, lettering) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = lines.slice(most - 1).join(' ');
  return kept.map((one) => shortenText(one, width, lettering));
}
