// Writes npm-shrinkwrap.json, the lockfile that npm publishes: package-lock.json without what only developers need.
// It exists while a package is packed and not in git, because npm would prefer it to package-lock.json:
//   prepack runs this, postpack runs it with --remove.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isShipped, type LockEntry, nameOf } from '../sbom-lockfile.ts';

const ROOT = new URL('../../', import.meta.url);
const REGISTRY = 'https://registry.npmjs.org';

interface Lock {
  readonly name: string;
  readonly version: string;
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockEntry>>;
}

/** The public address of a package, whichever registry this machine asks. */
export const addressOf = (name: string, version: string): string =>
  `${REGISTRY}/${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;

/** The text of the shrinkwrap for a lockfile. */
export function makeShrinkwrap(lock: Lock): string {
  const { devDependencies: _, ...root } = lock.packages['']!;
  const shipped = Object.entries(lock.packages).filter(([path, entry]) => isShipped(path, entry));
  const packages = shipped.map(([path, entry]) => [path, lockedEntry(path, entry)] as const);
  const { name, version, lockfileVersion } = lock;
  const made = {
    ...{ name, version, lockfileVersion, requires: true },
    packages: { '': root, ...Object.fromEntries(packages) },
  };
  return `${JSON.stringify(made, null, 2)}\n`;
}

/** Without a developer, a package that only an optional one uses is optional. */
function lockedEntry(path: string, { devOptional, ...entry }: LockEntry): LockEntry {
  const { version, ...rest } = entry;
  return {
    version,
    resolved: addressOf(nameOf(path), version!),
    ...rest,
    ...(devOptional ? { optional: true } : {}),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = new URL('npm-shrinkwrap.json', ROOT);
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));
  if (process.argv.includes('--remove')) rmSync(file, { force: true });
  else writeFileSync(file, makeShrinkwrap(lock));
}
