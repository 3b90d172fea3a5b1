// Folders are the architecture: every import in src against one table of allowed arrows, core's
// purity, and the names files may not have. ARCHITECTURE.md shows the same table.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { suite, test } from 'node:test';

/** What each folder (or file at the top of src) may import, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  core: ['nothing'],
  bytes: ['core'],
  contract: ['core'],
  store: ['core'],
  accounts: ['store', 'core'],
  importers: ['store', 'core'],
  exporters: ['store', 'core'],
  sources: ['importers', 'store', 'core'],
  model: ['core'],
  demo: ['accounts', 'store', 'core'],
  service: ['accounts', 'sources', 'importers', 'model', 'bytes', 'store', 'core'],
  http: ['service', 'exporters', 'accounts', 'contract', 'bytes', 'store (types)', 'core'],
  client: ['contract'],
  explorer: ['client', 'contract', 'core'],
  cli: ['anything'],
  serve: ['anything'],
  config: ['anything'],
  settings: ['nothing'],
};

/** Where everything comes together: only these import each other. */
const ROOTS = ['serve', 'cli'];

/** What `store (types)` lets through besides types: the classes that tell an unreachable store. */
const STORE_VALUES = ['StoreUnavailable', 'StoreUnwritable', 'CommitUnknown'];

/** Where the store's interface is written down, and nothing else of it. */
const STORE_INTERFACES = ['#store/store', '#store/series-store', '#store/account-store'];

const BANNED_IN_CORE: readonly (readonly [RegExp, string])[] = [
  [/\bDate\s*\.\s*now\b/, 'Date.now'],
  [/\bnew\s+Date\b/, 'new Date'],
  [/\bTemporal\s*\.\s*Now\b/, 'Temporal.Now'],
  [/\bperformance\s*\.\s*now\b/, 'performance.now'],
  [/\bMath\s*\.\s*random\b/, 'Math.random'],
  [/\bprocess\s*\./, 'process'],
  [/\bconsole\s*\./, 'console'],
  [/\bglobalThis\b/, 'globalThis'],
];

/** Names that say nothing; `types` only alone, as `check-types` says what it does. */
const VAGUE_NAME = /(?:^|-)(?:utils?|helpers?|common|managers?|misc)(?:-|$)|^types?$/;

interface Import {
  readonly specifier: string;
  /** Names of values, not of types; `*` stands for all of them. */
  readonly values: readonly string[];
}

/** The source without comments that stand on lines of their own or at the end of one. */
const withoutComments = (source: string): string =>
  source
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s\/\/\s.*$/gm, '');

function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  const found: Import[] = [];
  const statement = /^(?:import|export)\s+(type\s)?([\w\s{},*$]*?)\s*\bfrom\s+['"]([^'"]+)['"]/gm;
  for (const [, type, clause = '', specifier = ''] of code.matchAll(statement)) {
    found.push({ specifier, values: type ? [] : valuesOf(clause) });
  }
  for (const [, specifier = ''] of code.matchAll(/^import\s+['"]([^'"]+)['"]/gm)) {
    found.push({ specifier, values: ['*'] });
  }
  for (const [, specifier = ''] of code.matchAll(/\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g)) {
    found.push({ specifier, values: ['*'] });
  }
  if (/\bimport\s*\(\s*[^'"`\s]/.test(code)) found.push({ specifier: '(computed)', values: ['*'] });
  return found;
}

/** `{ type A, B as C }` → B; a default or a namespace counts as everything. */
function valuesOf(clause: string): string[] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1];
  const outside = clause.replace(/\{[^}]*\}/, '').replace(/[\s,]/g, '');
  const named = (braces ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0]!);
  return outside === '' ? named : ['*', ...named];
}

/** `src/http/api/x.ts` → http, `src/config.ts` → config. */
const folderOf = (file: string): string =>
  file
    .slice('src/'.length)
    .split('/')[0]!
    .replace(/\.tsx?$/, '');

/** The folder of ours that a specifier leads to, or undefined for Node's and npm's modules. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0];
  if (!specifier.startsWith('.')) return undefined;
  return folderOf(posix.join(posix.dirname(file), specifier));
}

function faultOfImport(file: string, { specifier, values }: Import): string | undefined {
  const own = folderOf(file);
  const arrows = ALLOWED[own] ?? [];
  const refused = `${file} imports ${specifier}: not allowed`;
  const target = targetOf(file, specifier);
  if (target === own) return undefined;
  if (specifier === '(computed)') return arrows.includes('anything') ? undefined : refused;
  if (target === undefined) return own === 'core' ? refused : undefined;
  if (ROOTS.includes(target)) return ROOTS.includes(own) ? undefined : refused;
  if (arrows.includes('anything') || arrows.includes(target)) return undefined;
  if (!arrows.includes(`${target} (types)`)) return refused;
  const isAllowed = values.every((name) => STORE_VALUES.includes(name));
  return isAllowed && STORE_INTERFACES.includes(specifier) ? undefined : refused;
}

/** Everything wrong with one file of src. */
function faultsOf(file: string, source: string): string[] {
  const code = withoutComments(source);
  const own = folderOf(file);
  const faults = importsOf(source).map((one) => faultOfImport(file, one));
  if (!(own in ALLOWED)) faults.push(`${file}: ${own} is not in the table`);
  if (own === 'core') {
    for (const [pattern, name] of BANNED_IN_CORE) {
      if (pattern.test(code)) faults.push(`${file} uses ${name}: core is pure`);
    }
  }
  const isSettings = file.endsWith('/vite.config.ts');
  if (!isSettings && (/^export\s+default\b/m.test(code) || /\bas\s+default\b/.test(code))) {
    faults.push(`${file} has a default export: name it`);
  }
  for (const part of file.replace(/\.tsx?$/, '').split(/[/.]/)) {
    if (VAGUE_NAME.test(part)) faults.push(`${file}: "${part}" says nothing about what is in it`);
  }
  return faults.filter((fault) => fault !== undefined);
}

const rootFolder = new URL('..', import.meta.url);
const readText = (file: string): string => readFileSync(new URL(file, rootFolder), 'utf8');

const sourceFiles = readdirSync(new URL('src/', rootFolder), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.tsx?$/.test(name))
  .sort();

suite('architecture', () => {
  test('every file of src keeps to the table', () => {
    assert.ok(sourceFiles.length > 20, 'src was found');
    const faults = sourceFiles.flatMap((file) => faultsOf(file, readText(file)));
    assert.deepEqual(faults, [], faults.join('\n'));
  });

  test('ARCHITECTURE.md shows the same table', () => {
    const shown: Record<string, string[]> = {};
    for (const line of readText('ARCHITECTURE.md').split('\n')) {
      const [, names = '', , arrows = ''] = line.split('|').map((cell) => cell.trim());
      for (const [, name = ''] of names.matchAll(/`([a-z-]+)(?:\.ts)?`/g)) {
        shown[name] = arrows.split(',').map((arrow) => arrow.trim());
      }
    }
    assert.deepEqual(shown, ALLOWED);
  });

  test('every folder in the table exists', () => {
    const held = new Set(sourceFiles.map(folderOf));
    assert.deepEqual(
      Object.keys(ALLOWED).filter((name) => !held.has(name)),
      [],
    );
  });
});

suite('the rule itself', () => {
  const allowed: [string, string][] = [
    ['src/store/x.ts', "import { a } from '#core/a';\nimport { b } from './b.ts';"],
    ['src/store/x.ts', "import { readFileSync } from 'node:fs';\nimport { a } from 'package';"],
    ['src/store/x.ts', "// import { y } from '#http/y';\n/* import('#http/y') */"],
    ['src/core/x.ts', "import { a } from '#core/a';\nimport type { B } from './b.ts';"],
    ['src/core/x.ts', '// Date.now ends the process.\nconst a = 1; // never console.log'],
    ['src/http/x.ts', "import type { Store } from '#store/store';"],
    ['src/http/x.ts', "import { type Store, StoreUnavailable } from '#store/store';"],
    ['src/serve/app.ts', "import { main } from '#cli/main';\nimport { a } from '../http/a.ts';"],
    ['src/cli/x.ts', "const a = () => import('#cli/y');\nimport { startApp } from '#serve/app';"],
    ['src/http/request/check-types.ts', ''],
  ];
  for (const [file, source] of allowed) {
    test(`allows ${source.split('\n')[0] || 'the name'} in ${file}`, () => {
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
    [
      'src/service/x.ts',
      "import { startApp } from '#serve/app';",
      ' imports #serve/app: not allowed',
    ],
    ['src/config.ts', "import { main } from '#cli/main';", ' imports #cli/main: not allowed'],
    ['src/nowhere/x.ts', '', ': nowhere is not in the table'],
    ['src/http/x.ts', 'export default function () {}', ' has a default export: name it'],
    ['src/http/x.ts', 'export { x as default };', ' has a default export: name it'],
    ['src/http/date-utils.ts', '', ': "date-utils" says nothing about what is in it'],
    ['src/store/types/row.ts', '', ': "types" says nothing about what is in it'],
  ];
  for (const [file, source, fault] of refused) {
    test(`refuses ${source.split('\n')[0] || 'the name'} in ${file}`, () => {
      assert.deepEqual(faultsOf(file, source), [`${file}${fault}`]);
    });
  }
});
