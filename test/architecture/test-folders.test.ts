// Tests mirror src: what tests `src/a/b` lies in `test/a/b`. What tests several parts at once is named here.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { suite, test } from 'node:test';
import { listFiles } from '../../harness/architecture/import-graph.ts';

/** Folders of tests that no folder of src has, each with its reason. Their own folders are as free. */
const APART: Readonly<Record<string, string>> = {
  architecture: 'the rules of the house, for all of src',
  bench: 'tests of bench',
  browser: 'the built page in a browser, by what a person does on it',
  clients: 'the clients in other languages',
  deploy: 'tests of deploy',
  docs: 'tests of docs',
  mutate: 'tests of scripts/mutate',
  postgres: 'the PostgreSQL of the tests, and the store contract on it',
  scenarios: 'what traders ask, through all layers',
  security: 'what holds for the whole product',
  torture: 'tests of torture',
  'core/time/grammar': 'lists of moments and keywords, which tests of several folders read',
  'http/api/before-sources': 'every request, with the answers of the version before sources',
  'http/api/user/sso': 'a sign-in at a provider, from the page to the session',
  'http/as-of': 'what was known then, on every route that tells it',
  'http/authorisation': 'every kind of caller on every route',
  'http/outage': 'all routes while a database is gone',
  'importers/tables/fixtures': 'files that other programs wrote',
  'store/contract': 'what both engines do alike',
  'store/differential': 'both engines beside a model',
  'store/fixtures': 'stores of earlier versions',
};

const isApart = (folder: string): boolean =>
  Object.keys(APART).some((name) => folder === name || folder.startsWith(`${name}/`));

/** A folder of tests may stand for one file, if that file needs several. */
const isInSource = (name: string): boolean =>
  ['', '.ts', '.tsx'].some((end) =>
    existsSync(new URL(`../../src/${name}${end}`, import.meta.url)),
  );

suite('the folders of tests', () => {
  const files = listFiles('test').filter((file) => file.split('/').length > 2);
  const folders = [...new Set(files.map((file) => posix.dirname(file).slice('test/'.length)))];

  test('every folder of tests has the path of the folder or file of src that it tests', () => {
    assert.ok(folders.length > 50, 'the folders were found');
    assert.deepEqual(
      folders.filter((folder) => !isInSource(folder) && !isApart(folder)),
      [],
    );
  });

  test('every folder that is named as apart exists, and src has none of its path', () => {
    const names = Object.keys(APART);
    assert.deepEqual(
      names.filter((name) => !folders.includes(name) || isInSource(name)),
      [],
    );
  });
});
