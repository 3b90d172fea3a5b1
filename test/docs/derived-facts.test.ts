// What pages state of the repository's own files, derived from them: migrations, connections, sub-folders.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MEMBERS } from '#model/members/members';
import { SETTINGS } from '#settings/settings';
import { listFiles, listSources, readText } from '../../harness/architecture/import-graph.ts';
import { ALLOWED_INSIDE } from '../architecture/tables.ts';
import { constantOf } from './code-constants.ts';

const proseOf = (page: string): string => readText(page).replace(/\s+/g, ' ');
const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The numbers of the migrations that an engine has a text of its own for. */
const migrationsOf = (engine: 'sqlite' | 'postgres'): string[] =>
  listFiles('sql').flatMap((file) => {
    const [, number] = new RegExp(`^sql/(\\d+)-[^.]+\\.${engine}\\.sql$`).exec(file) ?? [];
    return number === undefined ? [] : [number];
  });

describe('migrations that differ by engine', () => {
  const [sqlite, postgres] = [migrationsOf('sqlite'), migrationsOf('postgres')];

  it('each migration with a text for SQLite alone has another for PostgreSQL', () => {
    assert.ok(sqlite.length > 0, 'the migrations were found');
    assert.deepEqual(
      sqlite.filter((number) => !postgres.includes(number)),
      [],
    );
  });

  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    it(`${page} names those with two texts and those of PostgreSQL alone`, () => {
      const alone = postgres.filter((number) => !sqlite.includes(number));
      const said = `${listOf(sqlite)} have two texts, and ${listOf(alone)} exist on PostgreSQL alone`;
      assert.ok(proseOf(page).includes(said), said);
    });
  }
});

describe('connections to PostgreSQL', () => {
  /** The modules of threads that open the store. */
  const threads = listSources('src').filter((file) => {
    const source = readText(file);
    return source.includes('workerData') && /\bopenStore\(/.test(source);
  });

  it('move-to-postgresql.md has the sum for the default settings', () => {
    const answers = /availableParallelism\(\), (\d+)\)/.exec(readText('src/config.ts'))![1]!;
    const ofProcess =
      Number(SETTINGS.find(({ name }) => name === 'STORE_CONNECTIONS')!.fallback) + 1;
    const ofThread = constantOf('src/store/engines/postgres', 'FEWEST_CONNECTIONS') + 1;
    // Large answers have several threads of one module. Every other module has one thread.
    const count = Number(answers) + threads.length - 1;
    const sum = `${ofProcess} + ${count} × ${ofThread} = ${ofProcess + count * ofThread} connections`;
    const said = `at most ${answers} threads for large answers) a server needs at most ${sum}`;
    assert.ok(proseOf('docs/how-to/run/move-to-postgresql.md').includes(said), said);
  });

  it('move-to-postgresql.md names what each thread with a store makes', () => {
    const NAMES: Readonly<Record<string, string>> = {
      'answer-worker.ts': 'those of `ANSWER_THREADS`',
      'model-worker.ts': 'one that makes forecasts',
      'table-worker.ts': 'one that makes tables',
    };
    const files = threads.map((file) => file.split('/').at(-1)!).sort();
    assert.deepEqual(files, Object.keys(NAMES));
    const said = `The threads of a process are ${listOf(Object.values(NAMES))}.`;
    assert.ok(proseOf('docs/how-to/run/move-to-postgresql.md').includes(said), said);
  });
});

/** What the block calls the files that lie in a top folder itself. */
const AT_THE_TOP: Readonly<Record<string, string>> = {
  store: 'interfaces',
  http: 'server.ts',
  service: 'context',
  importers: 'import-points.ts',
  cli: 'run-program.ts',
};

/** A line of the block: each sub-folder stands right of all that it may import. */
function lineOf(top: string, table: Readonly<Record<string, readonly string[]>>): string {
  const levelOf = (name: string): number => {
    const arrows = table[name]!;
    if (arrows.includes('anything')) return name === '.' ? Infinity : Number.MAX_VALUE;
    return 1 + Math.max(-1, ...arrows.filter((to) => to !== 'nothing').map(levelOf));
  };
  const levels = Map.groupBy(Object.keys(table), levelOf);
  const shown = [...levels.keys()]
    .sort((a, b) => a - b)
    .map((level) => levels.get(level)!.map((name) => (name === '.' ? AT_THE_TOP[top] : name)));
  return `${top.padEnd(12)}${shown.map((names) => names.join(', ')).join(' < ')}`;
}

describe('the sub-folders in ARCHITECTURE.md', () => {
  it('ARCHITECTURE.md has a line for each table of sub-folders, in the order of their imports', () => {
    const lines = readText('ARCHITECTURE.md').split('\n');
    const wanted = Object.entries(ALLOWED_INSIDE).map(([top, table]) => lineOf(top, table));
    assert.deepEqual(
      wanted.filter((line) => !lines.includes(line)),
      [],
    );
  });

  it('each name for the files of a top folder is that of a file there', () => {
    const files = listSources('src');
    for (const [top, name] of Object.entries(AT_THE_TOP)) {
      if (name === 'interfaces') continue;
      const path = `src/${top}/${name.endsWith('.ts') ? name : `${name}.ts`}`;
      assert.ok(files.includes(path), path);
    }
  });
});

describe('the sample of forecast run', () => {
  it('forecast.md names members that exist', () => {
    const known = Object.values(MEMBERS).flatMap((members) => members.map(({ name }) => name));
    const row = /^[A-Z]+ +hr\w+ +\d years +(.+?) {2}/m;
    const named = row.exec(readText('docs/how-to/forecast.md'))![1]!.split(' ');
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });
});
