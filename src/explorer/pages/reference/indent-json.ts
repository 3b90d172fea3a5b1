// The first lines of an answer. JSON arrives in one long line, often cut off in the middle, so it is
// laid out character by character and never parsed. Pure.

/** Lays out JSON text, or only its beginning, in at most `mostLines` lines. */
export function indentJson(text: string, mostLines: number): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let isInString = false;
  const breakLine = (): void => {
    lines.push(line);
    line = '  '.repeat(depth);
  };
  for (let i = 0; i < text.length && lines.length < mostLines; i++) {
    const character = text[i]!;
    if (isInString) {
      line += character;
      if (character === '\\') line += text[++i] ?? '';
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      line += character;
      isInString = true;
    } else if (character === '{' || character === '[') {
      const closing = text[i + 1];
      if (closing === '}' || closing === ']') {
        line += character + closing;
        i++;
        continue;
      }
      line += character;
      depth++;
      breakLine();
    } else if (character === '}' || character === ']') {
      depth = Math.max(0, depth - 1);
      breakLine();
      line += character;
    } else if (character === ',') {
      line += character;
      breakLine();
    } else if (character === ':') line += ': ';
    else if (!/\s/.test(character)) line += character;
  }
  return cutLines([...lines, line], mostLines);
}

/** The first `mostLines` lines of a text. */
export const firstLines = (text: string, mostLines: number): string =>
  cutLines(text.split('\n'), mostLines);

const cutLines = (lines: readonly string[], mostLines: number): string =>
  lines.length > mostLines ? `${lines.slice(0, mostLines).join('\n')}\n…` : lines.join('\n');
