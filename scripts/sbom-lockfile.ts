// package-lock.json as packages that find each other, the way Node finds them: next to the importing package,
// else one folder further up.

import { readFileSync } from 'node:fs';

/** An entry as npm writes it (lockfile version 3). */
export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly inBundle?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface LockedPackage {
  /** `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
  readonly isOptional: boolean;
}

/** Whether users install a package. A folder of ours that npm links to is for developers. */
export const isShipped = (path: string, { dev, link }: LockEntry): boolean =>
  path !== '' && !dev && !link;

/** What follows the last `node_modules/`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

export class Lockfile {
  readonly #entries: Readonly<Record<string, LockEntry>>;

  static read(file: URL): Lockfile {
    return new Lockfile(JSON.parse(readFileSync(file, 'utf8')).packages);
  }

  constructor(entries: Readonly<Record<string, LockEntry>>) {
    this.#entries = entries;
  }

  /** Our own package. */
  get root(): { readonly name: string; readonly version: string; readonly license: string } {
    const { name, version, license } = this.#entries['']!;
    return { name: name!, version: version!, license: license! };
  }

  /** Everything that an installation without development packages may hold. */
  production(): LockedPackage[] {
    return Object.entries(this.#entries)
      .filter(([path, entry]) => isShipped(path, entry) && !entry.devOptional)
      .map(([path]) => this.#package(path));
  }

  rootDependencies(): LockedPackage[] {
    const { dependencies = {} } = this.#entries['']!;
    return Object.keys(dependencies).map((name) => this.find('', name)!);
  }

  /** The package that `name` means to the one at `path`. */
  find(path: string, name: string): LockedPackage | undefined {
    for (let folder = path; ; ) {
      const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (this.#entries[candidate]) return this.#package(candidate);
      if (folder === '') return undefined;
      const parent = folder.lastIndexOf('/node_modules/');
      folder = parent < 0 ? '' : folder.slice(0, parent);
    }
  }

  /** What the package at `path` uses; of optional ones, those that are locked. */
  dependenciesOf(path: string): LockedPackage[] {
    const { dependencies, optionalDependencies, peerDependencies } = this.#entries[path]!;
    const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
    return names.flatMap((name) => this.find(path, name) ?? []);
  }

  /** Packages of these names and all that they use. */
  withDependencies(names: readonly string[]): LockedPackage[] {
    const found = new Map<string, LockedPackage>();
    const waiting = names.map((name) => {
      const one = this.find('', name);
      if (!one) throw new Error(`${name} is not in the lockfile`);
      return one;
    });
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (found.has(one.path)) continue;
      found.set(one.path, one);
      waiting.push(...this.dependenciesOf(one.path));
    }
    return [...found.values()];
  }

  /** The same object for the same path, so that packages can be told apart. */
  readonly #packages = new Map<string, LockedPackage>();

  #package(path: string): LockedPackage {
    const known = this.#packages.get(path);
    if (known) return known;
    const { version, integrity, license, optional } = this.#entries[path]!;
    if (!version || !integrity || !license) throw new Error(`${path} is not locked as a whole`);
    const name = nameOf(path);
    const made = { path, name, version, integrity, license, isOptional: optional === true };
    this.#packages.set(path, made);
    return made;
  }
}
