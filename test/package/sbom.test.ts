// docs/evidence/sbom.cdx.json: exactly the packages that are shipped, as the lockfile has them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { BUNDLED, IN_PROGRAM, LEFT_OUT } from '../../scripts/bundled-packages.ts';
import { NOTICES_FILE } from '../../scripts/release/notices.ts';
import { buildSbom, bundledNames, SBOM_FILE } from '../../scripts/sbom.ts';
import { type LockEntry, Lockfile, nameOf } from '../../scripts/sbom-lockfile.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { alg: string; content: string }[];
  readonly licenses: readonly object[];
}

const lockUrl = new URL('../../package-lock.json', import.meta.url);
const lock: { packages: Record<string, LockEntry> } = JSON.parse(await readFile(lockUrl, 'utf8'));
const text = await readFile(SBOM_FILE, 'utf8');
const sbom: {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[];
} = JSON.parse(text);

describe('the list of what is shipped', () => {
  it('the list is up to date (else: npm run sbom), and the same every time', () => {
    assert.equal(text, buildSbom());
    assert.equal(buildSbom(), buildSbom());
  });

  it('the list has exactly the packages that users install or that are built into our own files', () => {
    const installed = Object.entries(lock.packages)
      .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`);
    const bundled = [...IN_PROGRAM, 'react', 'react-dom', 'scheduler', 'uplot'].map(
      (name) => `${name}@${lock.packages[`node_modules/${name}`]!.version}`,
    );
    assert.deepEqual(bundledNames(), ['react', 'react-dom', 'uplot']);
    assert.deepEqual(
      sbom.components.map(({ name, version }) => `${name}@${version}`).sort(),
      [...new Set([...installed, ...bundled])].sort(),
    );
  });

  it('each package of the list has the hash of the lockfile, a licence and an address of its own', () => {
    for (const { name, version, purl, hashes, licenses } of sbom.components) {
      const [, locked] = Object.entries(lock.packages).find(
        ([path, one]) => path !== '' && nameOf(path) === name && one.version === version,
      )!;
      const [{ alg, content }] = hashes as [Component['hashes'][number]];
      const digest = Buffer.from(content, 'hex').toString('base64');
      assert.deepEqual([alg, `sha512-${digest}`], ['SHA-512', locked.integrity]);
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.equal(licenses.length, 1);
    }
    const refs = sbom.components.map((component) => component['bom-ref']);
    assert.equal(new Set(refs).size, refs.length);
  });

  it('each package of the list names the packages it uses, all of which are in the list', () => {
    const { component } = sbom.metadata;
    const refs = [component, ...sbom.components].map((one) => one['bom-ref']);
    assert.deepEqual([sbom.bomFormat, sbom.specVersion], ['CycloneDX', '1.6']);
    assert.deepEqual(sbom.dependencies.map(({ ref }) => ref).sort(), refs.sort());
    const used = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
    for (const ref of used) assert.ok(refs.includes(ref), ref);
    // Every package is used by another, or by the product.
    assert.deepEqual(
      refs.filter((ref) => ref !== component['bom-ref'] && !used.has(ref)),
      [],
    );
  });
});

describe('packages that are built into the program', () => {
  const { dependencies, devDependencies } = lock.packages['']!;

  it('a package that is built in is not installed as well, and has a fixed place in the lockfile', () => {
    for (const name of BUNDLED)
      assert.ok(name in devDependencies! && !(name in dependencies!), name);
    for (const name of IN_PROGRAM) assert.ok(`node_modules/${name}` in lock.packages, name);
  });

  it('a package that is left out is neither built in nor installed', () => {
    for (const name of LEFT_OUT) {
      assert.ok(!IN_PROGRAM.includes(name), name);
      assert.equal(lock.packages[`node_modules/${name}`]!.dev, true, name);
    }
  });

  it('the notices have a part about each', async () => {
    const notices = await readFile(NOTICES_FILE, 'utf8');
    const [, program = ''] = notices.split('## Code in the program');
    for (const name of IN_PROGRAM) {
      const { version, license } = lock.packages[`node_modules/${name}`]!;
      assert.ok(program.includes(`### ${name} ${version}\n\nLicence: ${license}\n`), name);
    }
  });
});

describe('a lockfile', () => {
  const entry = (dependencies: Record<string, string> = {}): LockEntry => ({
    version: '1.0.0',
    integrity: 'sha512-x',
    license: 'MIT',
    dependencies,
  });

  it('the lockfile has a package next to the one that asks, else one folder further up', () => {
    const made = new Lockfile({
      '': { name: 'own', version: '1.0.0', license: 'MIT', dependencies: { a: '1', b: '1' } },
      'node_modules/a': entry({ b: '2', c: '1' }),
      'node_modules/a/node_modules/b': { ...entry(), version: '2.0.0' },
      'node_modules/b': entry(),
      'node_modules/c': entry({ b: '1' }),
    });
    const paths = (path: string) => made.dependenciesOf(path).map((one) => one.path);
    assert.deepEqual(paths('node_modules/a'), ['node_modules/a/node_modules/b', 'node_modules/c']);
    assert.deepEqual(paths('node_modules/c'), ['node_modules/b']);
    assert.equal(made.withDependencies(['a']).length, 4);
    assert.throws(() => made.withDependencies(['z']), /z is not in the lockfile/);
  });
});
