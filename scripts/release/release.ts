// Prepares a release, or checks one:
//   npm run release -- 0.2.0            sets the version everywhere and dates the changelog; says what to do next
//   npm run release -- --check v0.2.0   exit code 1 if a tag does not fit what is checked out
//   npm run release -- --notes v0.2.0   prints what the changelog says of it

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { closeChangelog, notesOf, ReleaseFault } from './changelog.ts';

const ROOT = new URL('../../', import.meta.url);
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
/** Pages and files that are made from others, which name the version. */
const GENERATED = ['docs', 'sbom', 'notices'];

type Rewrite = (text: string, version: string, old: string) => string;

const inJson =
  (change: (json: { version: string; packages: { '': { version: string } } }) => void): Rewrite =>
  (text) => {
    const json = JSON.parse(text);
    change(json);
    return `${JSON.stringify(json, null, 2)}\n`;
  };

/** Every file that names the version by hand. */
export const REWRITES: Readonly<Record<string, Rewrite>> = {
  'package.json': (text, version) =>
    text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`),
  'package-lock.json': (text, version) =>
    inJson((json) => {
      json.version = version;
      json.packages[''].version = version;
    })(text, version, ''),
  'deploy/helm/gridtide/Chart.yaml': (text, version) =>
    text.replace(/^(version|appVersion): .*$/gm, `$1: ${version}`),
  'clients/python/pyproject.toml': (text, version) =>
    text.replace(/^version = ".*"$/m, `version = "${version}"`),
  'clients/python/src/gridtide/__init__.py': (text, version) =>
    text.replace(/^__version__ = ".*"$/m, `__version__ = "${version}"`),
  'docs/how-to/run/install.md': (text, version, old) =>
    text.replaceAll(`gridtide-${old}.tgz`, `gridtide-${version}.tgz`),
};

const numbersOf = (version: string): number[] => {
  const found = VERSION.exec(version);
  if (!found) throw new ReleaseFault(`"${version}" is not a version such as 0.2.0`);
  return found.slice(1).map(Number);
};

/** Whether `version` is later than `old`. */
export function isLater(version: string, old: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(old)];
  const i = a.findIndex((number, at) => number !== b[at]);
  return i >= 0 && a[i]! > b[i]!;
}

export interface Checkout {
  read(path: string): string;
  write(path: string, text: string): void;
  /** The names of the files in a folder. */
  list(folder: string): readonly string[];
  /** What git says has changed. */
  changes(): string;
}

/** Sets the version in every file and dates the changelog. */
export function prepareRelease(checkout: Checkout, version: string, date: string): void {
  const changed = checkout.changes();
  if (changed !== '') throw new ReleaseFault(`commit or remove these first:\n${changed}`);
  const old: string = JSON.parse(checkout.read('package.json')).version;
  const changelog = checkout.read('CHANGELOG.md');
  const isFirst = version === old && changelog.includes(`\n## ${version} (unreleased)\n`);
  if (!isFirst && !isLater(version, old))
    throw new ReleaseFault(`${version} is not later than ${old}, the version of package.json`);
  const closed = closeChangelog(changelog, version, date);
  for (const [path, rewrite] of Object.entries(REWRITES))
    checkout.write(path, rewrite(checkout.read(path), version, old));
  checkout.write('CHANGELOG.md', closed);
}

const FIXTURES = 'test/store/fixtures';

/** Throws if later versions would not be tested with a store of the newest migration. */
function requireKeptStore(checkout: Pick<Checkout, 'list'>): void {
  const newest = checkout.list('sql').toSorted().at(-1)!.slice(0, 3);
  const name = `schema-${newest}`;
  if (checkout.list(FIXTURES).includes(`${name}.tar.zst`)) return;
  const command = `KEEP_STORE=${name} npm test -- test/store/open/upgrade.test.ts`;
  throw new ReleaseFault(`${FIXTURES} has no store of migration ${newest}: ${command} keeps one`);
}

/**
 * Throws if the tag does not name the version that is checked out, with a dated changelog and a store of its newest
 * migration.
 */
export function checkTag(checkout: Pick<Checkout, 'read' | 'list'>, tag: string): string {
  const { version } = JSON.parse(checkout.read('package.json'));
  if (tag !== `v${version}`)
    throw new ReleaseFault(`the tag is ${tag}, but package.json has ${version}`);
  const chart = checkout.read('deploy/helm/gridtide/Chart.yaml');
  for (const name of ['version', 'appVersion'])
    if (!chart.includes(`\n${name}: ${version}\n`))
      throw new ReleaseFault(`${name} of the Helm chart is not ${version}`);
  const notes = notesOf(checkout.read('CHANGELOG.md'), version);
  requireKeptStore(checkout);
  return notes;
}

export const nextSteps = (
  version: string,
): string => `Gridtide ${version} is prepared. Look at it, then:
  git diff
  .ci/run && npm run test:long
  git commit --all --message "build: release ${version}"
  git tag --annotate v${version} --message "Gridtide ${version}"
  git push --follow-tags
The tag makes the workflow build the package and the image.
`;

export const checkoutIn = (root: URL): Checkout => ({
  read: (path) => readFileSync(new URL(path, root), 'utf8'),
  write: (path, text) => writeFileSync(new URL(path, root), text),
  list: (folder) => readdirSync(new URL(`${folder}/`, root)),
  changes: () =>
    execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim(),
});

function main([first = '', tag = '']: readonly string[]): void {
  const checkout = checkoutIn(ROOT);
  if (first === '--check') checkTag(checkout, tag);
  else if (first === '--notes') process.stdout.write(`${checkTag(checkout, tag)}\n`);
  else {
    prepareRelease(checkout, first, new Date().toISOString().slice(0, 10));
    for (const script of GENERATED)
      execFileSync('npm', ['run', '-s', script], { cwd: ROOT, stdio: 'inherit' });
    process.stdout.write(nextSteps(first));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ReleaseFault)) throw error;
    process.stderr.write(`release: ${error.message}\n`);
    process.exitCode = 1;
  }
}
