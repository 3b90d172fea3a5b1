// Fails the build if THIRD-PARTY.md does not name exactly the packages whose code is in the files of the page.

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The package of a module: by its folder, or a helper that the build itself writes, such as `\0vite/preload`. */
export function packageOf(id: string): string | undefined {
  const path = id.replaceAll('\\', '/');
  const inside = path.split('/node_modules/').slice(1).at(-1);
  const name = inside ?? /^\0(?=(?:vite|rolldown)\/)(.*)$/.exec(path)?.[1];
  return name === undefined ? undefined : /^(?:@[^/]+\/)?[^/?]+/.exec(name)![0];
}

/** The last part of the notices is about the page. */
const PAGE_PART = '## Code in the web page';

/** The packages of the page that the notices name: `### react 19.3.1`. */
export const noticedNames = (notices: string): string[] =>
  [...(notices.split(PAGE_PART)[1] ?? '').matchAll(/^### (\S+) \d\S*$/gm)].map(([, name]) => name!);

/** What is wrong with the notices; undefined if nothing is. */
export function faultOfNotices(ids: readonly string[], notices: string): string | undefined {
  const bundled = new Set(ids.flatMap((id) => packageOf(id) ?? []));
  const noticed = new Set(noticedNames(notices));
  const missing = [...bundled.difference(noticed)];
  const unused = [...noticed.difference(bundled)];
  if (missing.length > 0) return `THIRD-PARTY.md lacks ${missing.join(', ')}: run npm run notices`;
  if (unused.length > 0) return `THIRD-PARTY.md names ${unused.join(', ')}, which the page lacks`;
  return undefined;
}

/** `file` is THIRD-PARTY.md. */
export const noticedPackages = (file: string): Plugin => ({
  name: 'noticed-packages',
  apply: 'build',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
    const fault = faultOfNotices(ids, readFileSync(file, 'utf8'));
    if (fault !== undefined) this.error(fault);
  },
});
