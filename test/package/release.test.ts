// What a release is made of: the shrinkwrap, the notices, the version and the changelog, and the same bytes each time.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { closeChangelog, notesOf, ReleaseFault } from '../../scripts/release/changelog.ts';
import { buildNotices, NOTICES_FILE } from '../../scripts/release/notices.ts';
import {
  type Checkout,
  checkoutIn,
  checkTag,
  isLater,
  prepareRelease,
  REWRITES,
} from '../../scripts/release/release.ts';
import { addressOf, makeShrinkwrap } from '../../scripts/release/shrinkwrap.ts';
import { type LockEntry, nameOf } from '../../scripts/sbom-lockfile.ts';
import { packIn } from './installed-package.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');
const lock = JSON.parse(read('package-lock.json'));

describe('the shrinkwrap of the package', () => {
  const text = makeShrinkwrap(lock);
  const packages: Record<string, LockEntry> = JSON.parse(text).packages;
  const entries = Object.entries(packages).filter(([path]) => path !== '');

  it('the shrinkwrap has exactly the packages that users install, with their hashes', () => {
    const wanted = Object.entries<LockEntry>(lock.packages).filter(
      ([path, { dev, link }]) => path !== '' && !dev && !link,
    );
    assert.deepEqual(
      entries.map(([path, { integrity }]) => [path, integrity]),
      wanted.map(([path, { integrity }]) => [path, integrity]),
    );
    assert.ok(entries.every(([, { dev, devOptional }]) => !dev && !devOptional));
    const { dependencies, devDependencies } = packages['']!;
    assert.deepEqual([dependencies, devDependencies], [lock.packages[''].dependencies, undefined]);
  });

  it('the shrinkwrap names the public registry alone, whatever this machine asks', () => {
    for (const [path, { resolved, version }] of entries)
      assert.equal(resolved, addressOf(nameOf(path), version!));
    const hosts = new Set(
      [...text.matchAll(/"resolved": "(https?:\/\/[^/]+\/)/g)].map(([, host]) => host),
    );
    assert.deepEqual([...hosts], ['https://registry.npmjs.org/']);
    assert.equal(addressOf('@a/b', '1.2.3'), 'https://registry.npmjs.org/@a/b/-/b-1.2.3.tgz');
  });

  it('the shrinkwrap is not in git, because npm would prefer it to package-lock.json', () => {
    assert.ok(read('.gitignore').split('\n').includes('/npm-shrinkwrap.json'));
    const { scripts, files } = JSON.parse(read('package.json'));
    assert.match(scripts.prepack, /shrinkwrap$/);
    assert.match(scripts.postpack, /shrinkwrap -- --remove$/);
    assert.ok(files.includes('npm-shrinkwrap.json'));
  });
});

describe('the notices of third parties', () => {
  it('the notices are up to date (else: npm run notices)', () => {
    assert.equal(readFileSync(NOTICES_FILE, 'utf8'), buildNotices());
  });

  it('the notices have the licence text of all that is built into the page, and the terms of data', () => {
    const text = buildNotices();
    assert.deepEqual(
      [...text.matchAll(/^### (\S+) \d\S*$/gm)].map(([, name]) => name),
      ['date-holidays', 'react', 'react-dom', 'rolldown', 'scheduler', 'uplot', 'vite'],
    );
    assert.equal(text.match(/^Permission is hereby granted, free of charge/gm)?.length, 6);
    for (const subject of ['ENTSO-E', 'European Central Bank', 'date-holidays', 'Arimo'])
      assert.ok(text.split('## Code in the web page')[0]!.includes(subject), subject);
  });
});

/** A checkout of the files that a release changes, in git. */
function copyCheckout(t: TestContext, changelog: string): { checkout: Checkout; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gridtide-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const texts = new Map(Object.keys(REWRITES).map((name) => [name, read(name)]));
  texts.set('CHANGELOG.md', changelog);
  for (const name of ['sql/001-series.sql', 'test/store/fixtures/schema-001.tar.zst'])
    texts.set(name, '');
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all');
  git(
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    'commit',
    '--quiet',
    '--message',
    'all',
  );
  return { checkout: checkoutIn(pathToFileURL(`${folder}/`)), folder };
}

const CHANGELOG =
  '# Changelog\n\nTags.\n\n## Unreleased\n\n- [FEATURE] New.\n\n## 0.0.9 (2026-01-01)\n\n- Old.\n';

describe('a release', () => {
  it('a release sets the version in every file, and dates the changelog', (t) => {
    const { checkout } = copyCheckout(t, CHANGELOG);
    prepareRelease(checkout, '9.8.7', '2030-02-01');
    assert.equal(JSON.parse(checkout.read('package.json')).version, '9.8.7');
    const locked = JSON.parse(checkout.read('package-lock.json'));
    assert.deepEqual([locked.version, locked.packages[''].version], ['9.8.7', '9.8.7']);
    assert.match(
      checkout.read('deploy/helm/gridtide/Chart.yaml'),
      /^version: 9\.8\.7\nappVersion: 9\.8\.7$/m,
    );
    assert.match(checkout.read('docs/how-to/run/install.md'), /gridtide-9\.8\.7\.tgz/);
    for (const name of ['pyproject.toml', 'src/gridtide/__init__.py'])
      assert.match(checkout.read(`clients/python/${name}`), /^(?:__)?version(?:__)? = "9\.8\.7"$/m);
    assert.match(checkout.read('CHANGELOG.md'), /^## 9\.8\.7 \(2030-02-01\)$/m);
    assert.equal(checkTag(checkout, 'v9.8.7'), '- [FEATURE] New.');
    // The formats of npm's files stay: only the lines of the version differ.
    for (const name of ['package.json', 'package-lock.json']) {
      const before = read(name).split('\n');
      const after = checkout.read(name).split('\n');
      const changed = after.filter((line, i) => line !== before[i]);
      assert.ok(changed.length <= 2 && changed.every((line) => line.includes('9.8.7')), name);
    }
  });

  it('a release is refused on changed files, by an old version, and without news', (t) => {
    const { checkout, folder } = copyCheckout(t, CHANGELOG);
    const refused = (version: string, message: RegExp) =>
      assert.throws(
        () => prepareRelease(checkout, version, '2030-02-01'),
        (error: Error) => {
          assert.ok(error instanceof ReleaseFault);
          return message.test(error.message);
        },
      );
    const { version } = JSON.parse(read('package.json'));
    refused(version, /is not later than/);
    refused('0.0.1', /is not later than/);
    refused('v1', /"v1" is not a version such as/);
    writeFileSync(join(folder, 'more'), '');
    refused('9.8.7', /commit or remove these first:\n\?\? more/);
    assert.throws(
      () => closeChangelog('# C\n\n## 1.0.0 (2026-01-01)\n\n- x\n', '1.1.0', 'd'),
      /nothing is new/,
    );
    assert.throws(
      () => closeChangelog('# C\n\n## Unreleased\n', '1.1.0', '2030-01-01'),
      /nothing is new/,
    );
  });

  it('the first release keeps its version', (t) => {
    const { version } = JSON.parse(read('package.json'));
    const { checkout } = copyCheckout(
      t,
      CHANGELOG.replace('Unreleased', `${version} (unreleased)`),
    );
    prepareRelease(checkout, version, '2030-02-01');
    assert.equal(notesOf(checkout.read('CHANGELOG.md'), version), '- [FEATURE] New.');
  });

  it('a tag must be the version that is checked out, and have a date', () => {
    const files = new Map([
      ['package.json', '{"version":"1.2.3"}'],
      ['deploy/helm/gridtide/Chart.yaml', 'a: b\nversion: 1.2.3\nappVersion: 1.2.3\n'],
      ['CHANGELOG.md', '# C\n\n## 1.2.3 (unreleased)\n\n- x\n'],
    ]);
    const folders = new Map([
      ['sql', ['001-series.sql', '012-later.sqlite.sql', '012-later.postgres.sql']],
      ['test/store/fixtures', ['schema-001.tar.zst']],
    ]);
    const checkout = {
      read: (name: string) => files.get(name)!,
      list: (folder: string) => folders.get(folder)!,
    };
    assert.throws(
      () => checkTag(checkout, 'v1.2.4'),
      /the tag is v1\.2\.4, but package\.json has 1\.2\.3/,
    );
    assert.throws(() => checkTag(checkout, 'v1.2.3'), /no heading "## 1\.2\.3 \(DATE\)"/);
    files.set('CHANGELOG.md', '# C\n\n## 1.2.3 (2026-12-01)\n\n- x\n');
    assert.throws(
      () => checkTag(checkout, 'v1.2.3'),
      /fixtures has no store of migration 012: KEEP_STORE=schema-012 npm test/,
    );
    folders.set('test/store/fixtures', ['schema-001.tar.zst', 'schema-012.tar.zst']);
    assert.equal(checkTag(checkout, 'v1.2.3'), '- x');
    files.set('deploy/helm/gridtide/Chart.yaml', 'a: b\nversion: 1.2.2\nappVersion: 1.2.3\n');
    assert.throws(() => checkTag(checkout, 'v1.2.3'), /version of the Helm chart/);
  });

  it('versions are compared by their numbers', () => {
    assert.ok(
      isLater('0.10.0', '0.9.9') && isLater('1.0.0', '0.99.99') && !isLater('1.0.0', '1.0.0'),
    );
  });

  it('the changelog of this checkout can be released', () => {
    assert.doesNotThrow(() => closeChangelog(read('CHANGELOG.md'), '9.8.7', '2030-02-01'));
  });

  it('two builds in two folders give the same bytes', { skip: skipUnlessLong() }, async () => {
    const folders = ['a', 'longer-name'].map((name) =>
      mkdtempSync(join(tmpdir(), `gridtide-${name}-`)),
    );
    const digests: string[] = [];
    for (const folder of folders) {
      const { tarball } = await packIn(folder);
      digests.push(createHash('sha256').update(readFileSync(tarball)).digest('hex'));
      assert.ok(
        !existsSync(join(folder, 'checkout/npm-shrinkwrap.json')),
        'postpack has removed it',
      );
    }
    assert.equal(digests[0], digests[1]);
  });
});
