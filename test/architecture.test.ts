// Folders are the architecture: every import of src against the tables, no circles of files or folders,
// no folder that is too long to read, and tests, benchmarks and torture apart from each other.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { suite, test } from 'node:test';
import { findCircles } from '../harness/architecture/find-circles.ts';
import {
  folderGraph,
  importGraph,
  listSources,
  readText,
} from '../harness/architecture/import-graph.ts';
import { importsOf } from '../harness/architecture/read-imports.ts';
import { faultsOf, folderOf, insideOf } from './architecture/judge-file.ts';
import { ALLOWED, ALLOWED_INSIDE, MOST_FILES } from './architecture/tables.ts';

const rootFolder = new URL('..', import.meta.url);
const sourceFiles = listSources('src').filter((name) => /\.tsx?$/.test(name));

suite('architecture', () => {
  const graph = importGraph(sourceFiles);

  test('every file of src keeps to the tables', () => {
    assert.ok(sourceFiles.length > 20, 'src was found');
    const faults = sourceFiles.flatMap((file) => faultsOf(file, readText(file)));
    assert.deepEqual(faults, [], faults.join('\n'));
  });

  test('no files import each other in a circle', () => {
    assert.deepEqual(findCircles(graph), []);
  });

  test('no folders import each other in a circle', () => {
    assert.deepEqual(findCircles(folderGraph(graph)), []);
  });

  test(`no folder holds more than ${MOST_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const top of ['src', 'test', 'harness', 'bench', 'torture', 'scripts', 'docs']) {
      for (const file of listSources(top)) {
        const folder = posix.dirname(file);
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    }
    assert.deepEqual(
      [...counts].filter(([, count]) => count > MOST_FILES),
      [],
    );
  });

  test('ARCHITECTURE.md shows the same table of folders', () => {
    const shown: Record<string, string[]> = {};
    for (const line of readText('ARCHITECTURE.md').split('\n')) {
      const [, names = '', , arrows = ''] = line.split('|').map((cell) => cell.trim());
      for (const [, name = ''] of names.matchAll(/`([a-z-]+)(?:\.ts)?`/g)) {
        shown[name] = arrows.split(',').map((arrow) => arrow.trim());
      }
    }
    assert.deepEqual(shown, ALLOWED);
  });

  test('every folder in the tables exists', () => {
    const found = new Set(sourceFiles.map(folderOf));
    assert.deepEqual(
      Object.keys(ALLOWED).filter((name) => !found.has(name)),
      [],
    );
    for (const [top, table] of Object.entries(ALLOWED_INSIDE)) {
      const inside = sourceFiles.filter((file) => folderOf(file) === top).map(insideOf);
      assert.deepEqual(
        Object.keys(table).filter((name) => !inside.includes(name)),
        [],
        top,
      );
    }
  });
});

/** What each folder beside src may import of the others. A test may import what it tests. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  harness: [],
  scripts: ['bench', 'harness'],
  bench: ['harness'],
  torture: ['harness'],
  test: ['harness'],
  'test/bench': ['bench', 'harness', 'test'],
  'test/torture': ['torture', 'harness', 'test'],
  'test/mutate': ['scripts', 'harness', 'test'],
  'test/docs': ['scripts', 'bench', 'harness', 'test'],
  'test/package': ['scripts', 'harness', 'test'],
};

suite('the folders beside src', () => {
  test('no test is left out because a package cannot be imported', () => {
    const files = ['test', 'harness'].flatMap((top) => listSources(top));
    const swallowing = /\bimport\([^)]*\)\s*\)?\s*\.catch\(\s*\(\w*\)\s*=>\s*(?:undefined|null)/;
    assert.deepEqual(
      files.filter((file) => swallowing.test(readText(file))),
      [],
    );
  });

  test('tests, benchmarks, torture and scripts share code through harness only', () => {
    const faults: string[] = [];
    for (const top of ['harness', 'test', 'bench', 'torture', 'scripts']) {
      for (const file of listSources(top)) {
        const inside = `${top}/${file.split('/')[1]}`;
        const own = inside in BESIDE ? inside : top;
        for (const { specifier } of importsOf(readText(file))) {
          if (!specifier.startsWith('.')) continue;
          const target = posix.join(posix.dirname(file), specifier);
          assert.ok(existsSync(new URL(target, rootFolder)), `${file} imports ${specifier}`);
          const folder = target.split('/')[0]!;
          if (folder !== top && !BESIDE[own]!.includes(folder)) faults.push(`${file} → ${target}`);
        }
      }
    }
    assert.deepEqual(faults, [], faults.join('\n'));
  });
});
