// The origin of packages: only package-lock.json says which, and only the registry has them.

import assert from 'node:assert/strict';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { describe, it } from 'node:test';
import { type LockEntry, nameOf } from '../../scripts/sbom-lockfile.ts';

const ROOT = new URL('../../', import.meta.url);
const read = async (name: string) => JSON.parse(await readFile(new URL(name, ROOT), 'utf8'));
const own = await read('package.json');
const lock: { lockfileVersion: number; packages: Record<string, LockEntry> } =
  await read('package-lock.json');
/** The folder of ours whose package.json asks for the Node of each platform, and npm's link to it. */
const NODE_FOLDER = 'scripts/node';
const NODE_LINK = 'node_modules/gridtide-node';
const entries = Object.entries(lock.packages).filter(
  ([path]) => !['', NODE_FOLDER, NODE_LINK].includes(path),
);

/** A range of versions in the registry: no address, no file, no other name, no "latest". */
const RANGE = /^[\^~]?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
/** A range that a package asks of another: any numbers, but no address. */
const ANY_RANGE = /^[\d\sxX*.^~<>=|-]+(?:-[\w.-]+)?[\d\sxX*.^~<>=|\w-]*$/;
const REGISTRY = 'https://registry.npmjs.org/';

describe('package.json', () => {
  it('package.json asks only for ranges of versions', () => {
    const asked = { ...own.dependencies, ...own.devDependencies, ...own.overrides };
    const odd = Object.entries(asked).filter(([, range]) => !RANGE.test(String(range)));
    assert.deepEqual(odd, [['gridtide-node', `file:${NODE_FOLDER}`]]);
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

describe('the Node of the checkout', async () => {
  const { version, optionalDependencies, scripts } = await read(`${NODE_FOLDER}/package.json`);
  const names = Object.keys(optionalDependencies);

  it('Node is locked for each platform, to one version, by hash, and only for developers', () => {
    assert.equal(scripts, undefined);
    assert.deepEqual(lock.packages[NODE_LINK], { resolved: NODE_FOLDER, link: true });
    const platforms = names.map((name) => {
      const entry = lock.packages[`node_modules/${name}`]!;
      assert.deepEqual([entry.version, optionalDependencies[name]], [version, version], name);
      assert.deepEqual(
        [entry.dev, entry.optional, entry.hasInstallScript],
        [true, true, undefined],
      );
      return `${entry.os}-${entry.cpu}`;
    });
    const known = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
    assert.deepEqual(platforms.sort(), known);
  });

  it('the tests run on the locked Node', (t) => {
    const { platform, arch } = process;
    const own = names.find((name) => {
      const { os, cpu } = lock.packages[`node_modules/${name}`]!;
      return os === platform && cpu === arch;
    });
    if (own === undefined) return t.skip(`no Node is locked for ${platform}-${arch}`);
    assert.equal(process.version, `v${version}`);
    assert.ok(realpathSync(process.execPath).includes(`${own}${sep}bin`), process.execPath);
    return undefined;
  });

  it('the image has the same Node', async () => {
    const text = await readFile(new URL('Dockerfile', ROOT), 'utf8');
    assert.ok(text.includes(`\nARG NODE_IMAGE=node:${version}-`), `Dockerfile has not ${version}`);
  });
});

describe('what is installed', () => {
  it('the installed packages are the locked ones, to the bit', async (t) => {
    if (!existsSync(new URL('node_modules/.package-lock.json', ROOT)))
      return t.skip('npm has installed nothing here');
    const installed: Record<string, LockEntry> = (await read('node_modules/.package-lock.json'))
      .packages;
    for (const [path, { version, integrity }] of Object.entries(installed)) {
      if (path === NODE_LINK || path === NODE_FOLDER) continue;
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
