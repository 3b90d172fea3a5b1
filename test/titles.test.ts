// A test title is a whole sentence with a subject (STYLE.md), so that it makes sense alone in a list of failures.
// The rule knows verbs that rarely begin a sentence with a subject. It cannot tell every fragment.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';

const TESTS = new URL('./', import.meta.url);

/** Verbs that are no nouns too: a title that begins with one has no subject. */
const VERB =
  /^(?:is|are|was|has|have|does|can|may|must|gets|goes|tells|says|comes|gives|takes|keeps|makes|sends|finds|follows|allows|refuses|throws|remembers|forgets|accepts|ends|begins|returns|shows)\b/;
/** These may be nouns: they are verbs if an object or a condition follows. */
const VERB_BEFORE_OBJECT =
  /^(?:counts|names|answers|lists|reads|writes|waits|runs|checks|stores|asks|stops|starts|uses|leaves|draws|opens|closes) (?:the|a|an|each|every|all|no|its|if|what|while|until|when)\b/;
/** A sentence has a subject, a verb and an object. What is filled in counts as a word. */
const FEWEST_WORDS = 3;

const TITLE = /(?<=^|[\s;(])(?:t\.|inner\.)?(?:test|it)\(\s*(['`"])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

const titlesOf = (source: string): string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\$\{[^}]*\}/g, 'X'));

function faultOf(title: string): string | undefined {
  if (VERB.test(title) || VERB_BEFORE_OBJECT.test(title)) return 'has no subject';
  return title.split(/\s+/).length < FEWEST_WORDS ? 'is no sentence' : undefined;
}

suite('test titles', () => {
  test('every title of a test is a sentence with a subject', () => {
    const faults = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && name !== 'titles.test.ts')
      .flatMap((name) =>
        titlesOf(readFileSync(new URL(name.replaceAll('\\', '/'), TESTS), 'utf8')).flatMap(
          (title) => {
            const fault = faultOf(title);
            return fault ? [`test/${name}: "${title}" ${fault}`] : [];
          },
        ),
      );
    assert.deepEqual(faults, []);
  });

  for (const [title, fault] of [
    ['tells what changed, with links to the data', 'has no subject'],
    ['is narrowed by pattern, area and state', 'has no subject'],
    ['counts the holes between values', 'has no subject'],
    ['waits while the server is away', 'has no subject'],
    ['round X', 'is no sentence'],
    ['a cursor is refused if its next event was forgotten', undefined],
    ['counts of workers add up', undefined],
    ['waits are random, so that many callers do not come back together', undefined],
    ['X is refused', undefined],
  ] as const) {
    test(`the rule ${fault ? 'refuses' : 'allows'} ${JSON.stringify(title)}`, () => {
      assert.equal(faultOf(title), fault);
    });
  }

  test('titles are found in tests and in their parts, and in no other call', () => {
    const source = "test('a b', f);\n  await t.test(`c d`, f);\nform.test('e');\nit('g', f);\n";
    assert.deepEqual(titlesOf(source), ['a b', 'c d', 'g']);
  });
});
