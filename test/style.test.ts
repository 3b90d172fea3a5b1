// Counts five patterns of odd English in comments, docs, texts and test titles (STYLE.md). On 2026-11-16, before
// the pass through all of them, there were 1,841; the count may only fall.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parseSync } from 'rolldown/utils';

/** The most that may be found. Lower it with every pass; never raise it. */
const MOST_FOUND = 9;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'people who are not named': /\b(?:whoever|whomever|nobody|somebody|those who|one who)\b/gi,
  '"where" (for places only)': /\bwhere\b/gi,
  'a sentence that begins with "Of"': /(?:^|[.:;!?]\s+)Of\b/g,
  '"is there" for "exists"':
    /\b(?:is|are|was|were|be|been)\s+(?:not |already |still |all )?there\b/gi,
  '"so many" for a number': /\bso\s+(?:many|much|few|little)\b/gi,
};

/** The most that may be found in texts of code, which users read. Lower it with every pass; never raise it. */
const MOST_IN_TEXTS = 9;

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

/** Without the texts of SQL, which writes WHERE in capitals: no pattern is in one. */
const TEXT_PATTERNS = { ...PATTERNS, '"where" (for places only)': /\b[Ww]here\b/g };

/** The strings, templates and texts between tags of a program, without the names of imported files. */
function stringsOf(file: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration') return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  // A single word is a name, such as that of a user.
  return texts.map(oneLine).filter((text) => text.includes(' '));
}

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

const findIn = (file: string, content: string): Finding[] =>
  findPatterns(file, textsOf(file, content), PATTERNS);

/** Parses only files that have a pattern at all: parsing all takes ten times as long. */
function findInStrings(file: string, content: string): Finding[] {
  if (
    !/\.tsx?$/.test(file) ||
    !Object.values(TEXT_PATTERNS).some((each) => content.search(each) >= 0)
  )
    return [];
  return findPatterns(file, stringsOf(file, content), TEXT_PATTERNS);
}

function findPatterns(
  file: string,
  texts: readonly string[],
  patterns: typeof PATTERNS,
): Finding[] {
  return texts.flatMap((text) =>
    Object.entries(patterns).flatMap(([pattern, expression]) =>
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

  test(`at most ${MOST_IN_TEXTS} odd patterns are left in the texts of code`, () => {
    const found = listFiles()
      .filter((file) => !LEFT_OUT.test(file) && !/^(?:test|docs)\//.test(file))
      .flatMap((file) => findInStrings(file, readFileSync(new URL(file, ROOT), 'utf8')));
    const shown = found.map(({ file, pattern, text }) => `${file}: ${pattern}: …${text}…`);
    assert.ok(found.length <= MOST_IN_TEXTS, `${found.length} found:\n${shown.join('\n')}`);
    if (process.env.SHOW_STYLE) console.log(shown.join('\n'), found.length);
  });

  for (const [content, count] of [
    ["const a = 'Of runs: nobody'; // where\n", 2],
    ['const a = `SELECT 1 WHERE x`; const b = `where it is there`;\n', 2],
    ['const a = <p title="nobody">so many</p>;\n', 1],
    ["import { where } from 'where';\n", 0],
  ] as const) {
    test(`the count finds ${count} in the texts of ${JSON.stringify(content)}`, () => {
      assert.equal(findInStrings('src/x.tsx', content).length, count);
    });
  }

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
