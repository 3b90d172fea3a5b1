// Words of docs/reference/vocabulary.md that once had a second meaning do not get it back as names in the code.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listSources, readText } from '../harness/architecture/import-graph.ts';

/** A name that is declared: of a variable, a member, a function or a type. */
const declared = (word: string): RegExp =>
  new RegExp(
    String.raw`\b(?:const|let|readonly|function|interface|type|class) \[?#?(?:${word})\b`,
    'i',
  );

/** The folder, the word, and what it would mean there. */
const KEPT: readonly (readonly [folder: string, word: string, instead: string])[] = [
  ['src/explorer/chart', 'places?', 'a pixel or a position'],
  ['src/pictures', 'placed?', 'a pixel or a label'],
  ['src/explorer/pages/boards/board', 'place|PanelPlace', 'the context of a panel'],
  ['src/sources/open-meteo', 'places?', 'a location'],
  ['torture', 'places?', 'a folder'],
  ['torture', 'held', 'a row that passed'],
  ['bench/scale', 'plan|FillPlan', 'the content of a store'],
];

suite('one word has one meaning', () => {
  for (const [folder, word, instead] of KEPT) {
    test(`${folder} declares nothing named ${word}: it is ${instead}`, () => {
      const files = listSources(folder);
      assert.ok(files.length > 0, 'the folder was found');
      assert.deepEqual(
        files.filter((file) => declared(word).test(readText(file))),
        [],
      );
    });
  }
});
