// Writes docs/evidence/sbom.cdx.json: what is in the package, as CycloneDX. `npm run sbom`; a test fails if it
// is not up to date. Made from package-lock.json alone, so the same lockfile gives the same bytes.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BUNDLED, IN_PROGRAM } from './bundled-packages.ts';
import { type LockedPackage, Lockfile } from './sbom-lockfile.ts';

const ROOT = new URL('../', import.meta.url);
const SPEC_VERSION = '1.6';

export const SBOM_FILE = new URL('docs/evidence/sbom.cdx.json', ROOT);

/** Names a package everywhere: `pkg:npm/%40fastify/static@10.1.10`. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

const refOf = ({ name, version }: LockedPackage): string => purlOf(name, version);

/** One SPDX name, or an expression of several. */
const licensesOf = (license: string) =>
  /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];

function hashesOf(integrity: string) {
  const [algorithm, digest = ''] = integrity.split('-', 2);
  if (algorithm !== 'sha512') throw new Error(`integrity is not sha512: ${algorithm}`);
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

const componentOf = (one: LockedPackage) => ({
  type: 'library',
  'bom-ref': refOf(one),
  name: one.name,
  version: one.version,
  ...(one.isOptional ? { scope: 'optional' } : {}),
  hashes: hashesOf(one.integrity),
  licenses: licensesOf(one.license),
  purl: refOf(one),
});

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A module that is a package: neither a file nor one of our own names. */
const IMPORT =
  /^(?:import|export)\b[^;']*?\bfrom '([^'.#/][^']*)'|^import '([^'.#/][^']*)'|\bimport\('([^'.#/][^']*)'\)/gm;

/** The build's own settings and plugins, which are not part of the page. */
const BUILD = /^(?:vite\.|build[\\/])/;
/** A module that a plugin of the build writes. */
const WRITTEN = /^virtual:/;

/** Packages that modules of the web page import: the build puts them into its files. */
export function bundledNames(): string[] {
  const folder = new URL('src/explorer/', ROOT);
  const names = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(entry) || BUILD.test(entry)) continue;
    const text = readFileSync(new URL(entry, folder), 'utf8');
    for (const [, ...forms] of text.matchAll(IMPORT)) {
      const name = forms.find((form) => form !== undefined)!;
      if (WRITTEN.test(name)) continue;
      const [first, second] = name.split('/');
      names.add(first!.startsWith('@') ? `${first}/${second}` : first!);
    }
  }
  return [...names].sort(byName);
}

/** Packages whose code the build puts into our own files. */
export const bundledPackages = (lock: Lockfile) => ({
  program: IN_PROGRAM.map((name) => lock.find('', name)!),
  page: lock.withDependencies(bundledNames()),
});

/** The document as text. */
export function buildSbom(): string {
  const lock = Lockfile.read(new URL('package-lock.json', ROOT));
  const { program, page } = bundledPackages(lock);
  const packages = new Map<string, LockedPackage[]>();
  for (const one of [...lock.production(), ...program, ...page]) {
    const ref = refOf(one);
    const alike = packages.get(ref) ?? [];
    if (!alike.includes(one)) packages.set(ref, [...alike, one]);
  }
  const refs = [...packages.keys()].sort(byName);
  // The same version may be installed in two folders, beside other neighbours.
  const dependsOn = (all: readonly LockedPackage[]): string[] => {
    const found = all.flatMap((one) => lock.dependenciesOf(one.path)).map(refOf);
    // What the build leaves out, or is installed for development only, is not shipped.
    return [...new Set(found)].filter((ref) => packages.has(ref)).sort(byName);
  };
  const { name, version, license } = lock.root;
  const ownRef = purlOf(name, version);
  const own = [
    ...lock.rootDependencies(),
    ...[...BUNDLED, ...bundledNames()].flatMap((n) => lock.find('', n) ?? []),
  ];
  const component = { type: 'application', 'bom-ref': ownRef, name, version };
  return writeDocument({
    bomFormat: 'CycloneDX',
    specVersion: SPEC_VERSION,
    version: 1,
    metadata: { component: { ...component, licenses: licensesOf(license), purl: ownRef } },
    components: refs.map((ref) => componentOf(packages.get(ref)![0]!)),
    dependencies: [
      { ref: ownRef, dependsOn: [...new Set(own.map(refOf))].sort(byName) },
      ...refs.map((ref) => ({ ref, dependsOn: dependsOn(packages.get(ref)!) })),
    ],
  });
}

/** A line a package: what a change of the lockfile changes can be read. */
function writeDocument(document: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(document).map(([name, value]) => {
    const isList = Array.isArray(value);
    const lines = isList ? value.map((one) => `    ${JSON.stringify(one)}`).join(',\n') : '';
    return `  "${name}": ${isList ? `[\n${lines}\n  ]` : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(SBOM_FILE, buildSbom());
}
