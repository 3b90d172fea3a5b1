// A function fits a screen: tables and single texts, which are read row by row, may be longer.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { functionsLongerThan } from '../../harness/architecture/function-lengths.ts';
import { listSources, readText } from '../../harness/architecture/import-graph.ts';

const MOST_LINES = 60;

/** The longer functions, each a table or a text. */
const TABLES: readonly string[] = [
  'scripts/docs/capacity.ts capacityTable',
  'src/config.ts readConfig',
  'src/http/api/v1/links/power-query.ts powerQueryText',
  'torture/soak/account-kinds.ts makeOperatorKinds',
  'torture/soak/read-kinds.ts makeLargeReads',
];

const line = 'f();\n';

suite('the length of functions', () => {
  test(`a function has at most ${MOST_LINES} lines, unless it is a table or a text`, () => {
    const files = ['src', 'test', 'harness', 'bench', 'torture', 'scripts']
      .flatMap(listSources)
      .filter((file) => !file.endsWith('.css'));
    assert.ok(files.length > 1_000, 'the sources were found');
    const found = files.flatMap((file) =>
      functionsLongerThan(MOST_LINES, file, readText(file)).map(({ name }) => `${file} ${name}`),
    );
    assert.deepEqual(found.sort(), TABLES);
  });

  for (const [source, names] of [
    [`function f() {\n${line.repeat(58)}}`, []],
    [`function f() {\n${line.repeat(59)}}`, ['f']],
    [`const g = () => {\n${line.repeat(59)}};`, ['g']],
    [`class C { #m() {\n${line.repeat(59)}} }`, ['m']],
    [`test('a', () => {\n${line.repeat(59)}});`, ['']],
    [`suite('a', () => {\n${"test('b', () => {});\n".repeat(59)}});`, []],
    [
      `suite('a', () => {\nfor (const a of b) {\npage.it('b', () => {});\n${line.repeat(59)}} });`,
      [],
    ],
  ] as const) {
    const head = source.split('\n')[0];
    test(`${names.length} long functions are found in ${source.split('\n').length} lines of ${head}`, () => {
      const found = functionsLongerThan(MOST_LINES, 'x.ts', source);
      assert.deepEqual(
        found.map(({ name }) => name),
        names,
      );
    });
  }
});
