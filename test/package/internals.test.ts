// Modules of packages that their authors do not promise to keep. A package with such modules has an exact version, and
// these tests say what has moved if another version is taken.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const own = JSON.parse(read('package.json'));

/** The modules within packages that src imports, and the kind of each name that is used. */
const INTERNALS: Readonly<Record<string, Readonly<Record<string, 'function' | 'object'>>>> = {
  'hyparquet/src/constants.js': { PageTypes: 'object', Encodings: 'object' },
  'hyparquet/src/datapage.js': { decompressPage: 'function' },
  'hyparquet/src/delta.js': { deltaBinaryUnpack: 'function' },
  'hyparquet/src/encoding.js': { byteStreamSplit: 'function' },
  'hyparquet/src/metadata.js': { parquetMetadata: 'function' },
  'hyparquet/src/plain.js': { readPlain: 'function' },
  'hyparquet/src/thrift.js': { deserializeTCompactProtocol: 'function' },
  // Types alone: the type check fails if they move.
  'hyparquet/src/types.js': {},
  'hyparquet-writer/src/datapage.js': { writePageHeader: 'function' },
  'hyparquet-writer/src/thrift.js': { serializeTCompactProtocol: 'function' },
  'apache-arrow/ipc/metadata/file': { Footer: 'function' },
};

const IMPORT = /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][\w.-]*)(\/[^']+)?'/g;

/** The modules within packages that files of src import, with their package. */
function importedInternals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(new URL('src/', ROOT), { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, name = '', path] of read(`src/${file}`).matchAll(IMPORT)) {
      if (path !== undefined && name in own.dependencies) found.set(`${name}${path}`, name);
    }
  }
  return found;
}

const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');

describe('internals of packages', () => {
  const imported = importedInternals();

  it('the table has every module within a package that src imports', () => {
    assert.deepEqual([...imported.keys()].sort(), Object.keys(INTERNALS).sort());
  });

  it('a package whose internals are imported has an exact version', () => {
    for (const name of new Set(imported.values()))
      assert.match(own.dependencies[name], /^\d+\.\d+\.\d+$/, `${name} may move: pin it exactly`);
  });

  for (const [module, names] of Object.entries(INTERNALS)) {
    if (Object.keys(names).length === 0) continue;
    it(`${module} has what src uses of it`, async () => {
      const name = packageOf(module);
      const { version } = JSON.parse(read(`node_modules/${name}/package.json`));
      assert.equal(version, own.dependencies[name], `${name} is not installed as pinned`);
      const loaded: Record<string, unknown> = await import(module).catch(() => {
        assert.fail(`${name} ${version} has no module ${module} any more`);
      });
      for (const [used, kind] of Object.entries(names))
        assert.equal(typeof loaded[used], kind, `${name} ${version}: ${used} of ${module}`);
    });
  }

  it('the writer of hyparquet-writer has the fields that row groups are added to', async () => {
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const schema = [{ name: 'root', num_children: 0 }];
    const file = new ParquetWriter({ writer: new ByteWriter(), schema });
    assert.deepEqual([file.row_groups, file.num_rows], [[], 0n]);
  });
});
