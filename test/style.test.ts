// Counts five patterns of odd English in comments, docs and test titles (STYLE.md). On 2026-11-16, before
// the pass through all of them, there were 1,841; the count may only fall.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';

/** The most that may be found. Lower it with every pass; never raise it. */
const MOST_FOUND = 18;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'people who are not named': /\b(?:whoever|whomever|nobody|somebody|those who|one who)\b/gi,
  '"where" (for places only)': /\bwhere\b/gi,
  'a sentence that begins with "Of"': /(?:^|[.:;!?]\s+)Of\b/g,
  '"is there" for "exists"':
    /\b(?:is|are|was|were|be|been)\s+(?:not |already |still |all )?there\b/gi,
  '"so many" for a number': /\bso\s+(?:many|much|few|little)\b/gi,
};

const ROOT = new URL('..', import.meta.url);
const FOLDERS = ['src', 'test', 'harness', 'bench', 'torture', 'scripts', 'docs'];
/** Generated, or a record of what was measured or decided at a time. */
const LEFT_OUT = /^bench\/results\/|^STYLE\.md$|^test\/style\.test\.ts$|node_modules/;

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n)+)|[ \t]\/\/[ ](.*)$/gm;
const TITLE = /\b(?:test|it|suite|describe)\(\s*(['`"])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function commentsOf(source: string): string[] {
  return [...source.matchAll(COMMENT)].map(([, block, lines, end]) =>
    oneLine((block ?? lines ?? end ?? '').replace(/^\s*(?:\*|\/\/)\s?/gm, '')),
  );
}

const titlesOf = (source: string): string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title);

const proseOf = (page: string): string[] => [
  oneLine(page.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, 'x')),
];

function textsOf(file: string, content: string): string[] {
  if (file.endsWith('.md')) return proseOf(content);
  return [...commentsOf(content), ...(file.startsWith('test/') ? titlesOf(content) : [])];
}

interface Finding {
  readonly file: string;
  readonly pattern: string;
  readonly text: string;
}

function findIn(file: string, content: string): Finding[] {
  return textsOf(file, content).flatMap((text) =>
    Object.entries(PATTERNS).flatMap(([pattern, expression]) =>
      [...text.matchAll(expression)].map(({ index }) => ({
        file,
        pattern,
        text: text.slice(Math.max(0, index - 40), index + 40),
      })),
    ),
  );
}

const listFiles = (): string[] => [
  ...readdirSync(ROOT, { encoding: 'utf8' }).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.(?:tsx?|mjs|css|md)$/.test(name)),
  ),
];

suite('plain English', () => {
  test(`at most ${MOST_FOUND} odd patterns are left in comments, docs and test titles`, () => {
    const found = listFiles()
      .filter((file) => !LEFT_OUT.test(file))
      .flatMap((file) => findIn(file, readFileSync(new URL(file, ROOT), 'utf8')));
    const shown = found.map(({ file, pattern, text }) => `${file}: ${pattern}: …${text}…`);
    assert.ok(found.length <= MOST_FOUND, `${found.length} found:\n${shown.join('\n')}`);
    if (process.env.SHOW_STYLE) console.log(shown.join('\n'), found.length);
  });

  const CASES: readonly (readonly [file: string, content: string, found: number])[] = [
    ['src/x.ts', '// Whoever asks gets it where it is there.\n', 3],
    ['src/x.ts', '/** Of two keys the last counts. At most so many. */\n', 2],
    ['src/x.ts', "const text = 'nobody where';\nconst x = 1; // a plain sentence\n", 0],
    ['test/x.test.ts', "test('is refused where nobody asks', () => {});\n", 2],
    ['docs/x.md', 'Somebody writes `where` in code.\n```sh\nwhere\n```\n', 1],
  ];
  for (const [file, content, count] of CASES) {
    test(`the count finds ${count} in ${JSON.stringify(content)}`, () => {
      assert.equal(findIn(file, content).length, count);
    });
  }
});
