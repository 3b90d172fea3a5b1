// The origin of packages: only package-lock.json says which, and only the registry has them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type LockEntry, nameOf } from '../../scripts/sbom-lockfile.ts';

const ROOT = new URL('../../', import.meta.url);
const read = async (name: string) => JSON.parse(await readFile(new URL(name, ROOT), 'utf8'));
const own = await read('package.json');
const lock: { lockfileVersion: number; packages: Record<string, LockEntry> } =
  await read('package-lock.json');
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

/** A range of versions in the registry: no address, no file, no other name, no "latest". */
const RANGE = /^[\^~]?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
/** A range that a package asks of another: any numbers, but no address. */
const ANY_RANGE = /^[\d\sxX*.^~<>=|-]+(?:-[\w.-]+)?[\d\sxX*.^~<>=|\w-]*$/;
const REGISTRY = 'https://registry.npmjs.org/';

describe('package.json', () => {
  it('package.json asks only for ranges of versions', () => {
    const asked = { ...own.dependencies, ...own.devDependencies, ...own.overrides };
    const odd = Object.entries(asked).filter(([, range]) => !RANGE.test(String(range)));
    assert.deepEqual(odd, []);
    assert.ok(Object.keys(asked).length > 20);
  });

  it('package.json asks for exactly what the lockfile was made for', () => {
    const { name, version, dependencies, devDependencies } = lock.packages['']!;
    assert.deepEqual(
      { name, version, dependencies, devDependencies },
      {
        name: own.name,
        version: own.version,
        dependencies: own.dependencies,
        devDependencies: own.devDependencies,
      },
    );
  });

  it('package.json lets only packages that need it run a script at their install', () => {
    const wanting = entries
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    const allowed = Object.entries(own.allowScripts).filter(([, isAllowed]) => isAllowed);
    assert.deepEqual([...new Set(wanting)].sort(), allowed.map(([name]) => name).sort());
  });

  it('no package that users install may run a script', () => {
    const running = entries.filter(([, one]) => one.hasInstallScript && !one.dev);
    assert.deepEqual(running, []);
  });
});

describe('package-lock.json', () => {
  it('the lockfile names version and SHA-512 of every package', () => {
    assert.equal(lock.lockfileVersion, 3);
    assert.ok(entries.length > 100);
    for (const [path, { version, integrity }] of entries) {
      assert.match(path, /^node_modules\//);
      assert.match(version ?? '', /^\d+\.\d+\.\d+/, path);
      // 64 bytes in base64.
      assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path);
    }
  });

  it('the lockfile takes every package from the registry, under its own name', () => {
    for (const [path, { resolved, name, link, inBundle }] of entries) {
      assert.deepEqual({ path, link, inBundle }, { path, link: undefined, inBundle: undefined });
      assert.equal(name ?? nameOf(path), nameOf(path));
      // An address that is left out is the registry's: npm was told not to write them.
      if (resolved !== undefined) assert.ok(resolved.startsWith(`${REGISTRY}${nameOf(path)}/-/`));
    }
  });

  it('no package asks for another by an address', () => {
    for (const [path, { dependencies, optionalDependencies }] of entries) {
      for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies })) {
        assert.match(range, ANY_RANGE, `${path} asks for ${name}`);
      }
    }
  });
});

describe('what is installed', () => {
  it('the installed packages are the locked ones, to the bit', async (t) => {
    if (!existsSync(new URL('node_modules/.package-lock.json', ROOT)))
      return t.skip('npm has installed nothing here');
    const installed: Record<string, LockEntry> = (await read('node_modules/.package-lock.json'))
      .packages;
    for (const [path, { version, integrity }] of Object.entries(installed)) {
      const locked = lock.packages[path];
      assert.deepEqual([path, locked?.version, locked?.integrity], [path, version, integrity]);
    }
    return undefined;
  });

  it('the gate installs with `npm ci`, which changes no lockfile', async () => {
    const gate = await readFile(new URL('.ci/run', ROOT), 'utf8');
    assert.match(gate, /^npm ci\b/m);
    assert.doesNotMatch(gate, /npm (?:i|install|add|update)\b|npx /);
    const scripts = Object.values(own.scripts).join('\n');
    assert.doesNotMatch(scripts, /npm (?:i|install|add|update)\b|npx |curl |wget /);
  });

  it('no file of ours names another registry', () => {
    for (const name of [
      '.npmrc',
      '.yarnrc',
      '.yarnrc.yml',
      'pnpm-lock.yaml',
      'yarn.lock',
      'bunfig.toml',
    ])
      assert.ok(!existsSync(new URL(name, ROOT)), name);
  });
});
