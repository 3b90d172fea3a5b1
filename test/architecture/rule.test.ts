// The rules of the architecture themselves: what they allow and what they refuse.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findCircles, longestChain } from '../../harness/architecture/find-circles.ts';
import { faultsOf } from './judge-file.ts';

suite('the rule itself', () => {
  const allowed: [string, string][] = [
    ['src/store/x.ts', "import { a } from '#core/a';\nimport { b } from './b.ts';"],
    ['src/store/x.ts', "import { readFileSync } from 'node:fs';\nimport { a } from 'package';"],
    ['src/store/x.ts', "// import { y } from '#http/y';\n/* import('#http/y') */"],
    ['src/core/x.ts', "import { a } from '#core/a';\nimport type { B } from './b.ts';"],
    ['src/core/x.ts', '// Date.now ends the process.\nconst a = 1; // never console.log'],
    ['src/http/x.ts', "import type { Store } from '#store/store';"],
    ['src/http/x.ts', "import { type Store, StoreUnavailable } from '#store/store';"],
    ['src/serve/app.ts', "import { a } from '../http/a.ts';"],
    [
      'src/store/series/x.ts',
      "import { a } from '#store/codec/a';\nimport { b } from '#store/store';",
    ],
    ['src/store/engines/sqlite/x.ts', "import { a } from '#store/engines/a';"],
    ['src/cli/x.ts', "const a = () => import('#cli/y');\nimport { startApp } from '#serve/app';"],
    ['src/cli/commands/a/x.ts', "import { y } from '#cli/commands/a/y';"],
    ['src/cli/commands/x.ts', "import { y } from '#cli/terminal/y';"],
    ['src/http/request/check-types.ts', ''],
  ];
  for (const [file, source] of allowed) {
    test(`the rule allows ${source.split('\n')[0] || 'the name'} in ${file}`, () => {
      assert.deepEqual(faultsOf(file, source), []);
    });
  }

  const refused: [string, string, string][] = [
    ['src/store/x.ts', "import { y } from '#http/y';", ' imports #http/y: not allowed'],
    ['src/store/x.ts', "import type { y } from '#http/y';", ' imports #http/y: not allowed'],
    ['src/store/x.ts', "import '#http/y';", ' imports #http/y: not allowed'],
    ['src/store/x.ts', "export * from '#service/y';", ' imports #service/y: not allowed'],
    ['src/store/x.ts', "export { y } from '#service/y';", ' imports #service/y: not allowed'],
    [
      'src/store/x.ts',
      "import {\n  a,\n} from '../demo/y.ts';",
      ' imports ../demo/y.ts: not allowed',
    ],
    ['src/store/x.ts', "const y = await import('#demo/y');", ' imports #demo/y: not allowed'],
    ['src/store/x.ts', 'const y = await import(name);', ' imports (computed): not allowed'],
    ['src/core/x.ts', "import { y } from '#store/y';", ' imports #store/y: not allowed'],
    ['src/core/x.ts', "import { readFileSync } from 'node:fs';", ' imports node:fs: not allowed'],
    ['src/core/x.ts', "import Type from 'typebox';", ' imports typebox: not allowed'],
    ['src/core/x.ts', 'const a = Date.now();', ' uses Date.now: core is pure'],
    ['src/core/x.ts', 'const a = new Date();', ' uses new Date: core is pure'],
    ['src/core/x.ts', 'const a = process.env.TZ;', ' uses process: core is pure'],
    ['src/core/x.ts', 'console.log(1);', ' uses console: core is pure'],
    ['src/core/x.ts', 'const a = Math.random();', ' uses Math.random: core is pure'],
    [
      'src/http/x.ts',
      "import { openStore } from '#store/store';",
      ' imports #store/store: not allowed',
    ],
    ['src/http/x.ts', "import * as s from '#store/store';", ' imports #store/store: not allowed'],
    ['src/http/x.ts', "import type { A } from '#store/sql';", ' imports #store/sql: not allowed'],
    ['src/http/x.ts', "import { readConfig } from '#config';", ' imports #config: not allowed'],
    ['src/serve/x.ts', "import { main } from '#cli/main';", ' imports #cli/main: not allowed'],
    [
      'src/store/codec/x.ts',
      "import { a } from '#store/sql/a';",
      ' imports #store/sql/a: not allowed',
    ],
    [
      'src/store/store.ts',
      "import { a } from '#store/sql/a';",
      ' imports #store/sql/a: not allowed',
    ],
    ['src/http/answer/x.ts', "import '#http/front/a';", ' imports #http/front/a: not allowed'],
    ['src/store/cellar/x.ts', '', ': store/cellar is not in the table'],
    [
      'src/service/x.ts',
      "import { startApp } from '#serve/app';",
      ' imports #serve/app: not allowed',
    ],
    ['src/config.ts', "import { main } from '#cli/main';", ' imports #cli/main: not allowed'],
    ['src/serve/app.ts', "import { main } from '#cli/main';", ' imports #cli/main: not allowed'],
    [
      'src/cli/commands/x.ts',
      "import { y } from '#cli/commands/y';",
      ' imports #cli/commands/y: not allowed',
    ],
    [
      'src/cli/commands/x.ts',
      "import { y } from '#cli/commands/a/y';",
      ' imports #cli/commands/a/y: not allowed',
    ],
    [
      'src/cli/commands/a/x.ts',
      "import { y } from '#cli/commands/y';",
      ' imports #cli/commands/y: not allowed',
    ],
    [
      'src/cli/command/x.ts',
      "import { y } from '#cli/terminal/y';",
      ' imports #cli/terminal/y: not allowed',
    ],
    ['src/nowhere/x.ts', '', ': nowhere is not in the table'],
    ['src/http/x.ts', 'export default function () {}', ' has a default export: name it'],
    ['src/http/x.ts', 'export { x as default };', ' has a default export: name it'],
    ['src/http/date-utils.ts', '', ': "date-utils" says nothing about what is in it'],
    ['src/accounts/types/row.ts', '', ': "types" says nothing about what is in it'],
  ];
  for (const [file, source, fault] of refused) {
    test(`the rule refuses ${source.split('\n')[0] || 'the name'} in ${file}`, () => {
      assert.deepEqual(faultsOf(file, source), [`${file}${fault}`]);
    });
  }
});

suite('circles', () => {
  const graphOf = (arrows: Record<string, string[]>): Map<string, Set<string>> =>
    new Map(Object.entries(arrows).map(([node, targets]) => [node, new Set(targets)]));

  test('a chain has no circle and its length is its arrows', () => {
    const graph = graphOf({ a: ['b', 'c'], b: ['c'], c: [] });
    assert.deepEqual(findCircles(graph), []);
    assert.equal(longestChain(graph), 2);
  });

  test('two files that import each other are a circle', () => {
    assert.deepEqual(findCircles(graphOf({ a: ['b'], b: ['a'], c: ['a'] })), [['a', 'b']]);
  });

  test('a long way round is one circle, and two circles are told apart', () => {
    const graph = graphOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'] });
    assert.deepEqual(findCircles(graph).sort(), [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });
});
