// Reads the plain text lists of this folder.

import { readFileSync } from 'node:fs';

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

/** Lines of a JSON string and two words. */
export function readTexts(file: string): { text: string; second: string; third: string }[] {
  return linesOf(file).map((line) => {
    const match = /^("(?:[^"\\]|\\.)*")\s+(\S+)\s+(\S+)$/.exec(line);
    if (!match) throw new Error(`${file}: not "text" and two words: ${line}`);
    return { text: JSON.parse(match[1]!) as string, second: match[2]!, third: match[3]! };
  });
}

export interface KeywordCase {
  /** The keyword with its shift. */
  readonly text: string;
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface KeywordSection {
  readonly title: string;
  readonly zoneName: string;
  readonly now: string;
  readonly cases: readonly KeywordCase[];
}

/** The sections of keyword-days.txt, whose first lines explain the form; one for each instant. */
export function readKeywordDays(): KeywordSection[] {
  const sections: KeywordSection[] = [];
  let cases: KeywordCase[] = [];
  let shifts: string[] = [];
  for (const line of linesOf('keyword-days.txt')) {
    const head = /^\[(\S+) (\S+)\] (.+)$/.exec(line);
    const [word = '', ...cells] = line.split(/\s+/);
    if (head) {
      if (cases.length > 0) cases = [];
      sections.push({ zoneName: head[1]!, now: head[2]!, title: head[3]!, cases });
    } else if (word === 'keyword') {
      shifts = cells;
    } else if (cells[0] === '=') {
      cases.push(keywordCase(word, cells[1]!));
    } else {
      for (const [i, cell] of cells.entries()) {
        const shift = shifts[i] === '0' ? '' : shifts[i]!;
        cases.push(keywordCase(`${word}${shift}`, cell));
      }
    }
  }
  return sections;
}

function keywordCase(text: string, period: string): KeywordCase {
  const [firstDay = '', lastDay = firstDay] = period.split('/');
  return { text, firstDay, lastDay };
}
