// Makes the docs a part of the page: `virtual:guides` lists them, and each is a module of its own with its HTML.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { GUIDE_NAME, type GuideGroup, readGuideList } from './guide-list.ts';
import type { Targets } from './render-inline.ts';
import { renderMarkdown } from './render-markdown.ts';

const LIST = 'virtual:guides';
const RESOLVED_LIST = `\0${LIST}`;
const GUIDES = '/docs/guides';
const GUIDE_FILE = new RegExp(`^(${GUIDE_NAME.source})\\.md$`);

/** `docs` is the folder of the pages. */
export const guidePlugin = (docs: string): Plugin => ({
  name: 'guides',
  resolveId: (id) => (id === LIST ? RESOLVED_LIST : undefined),
  async load(id) {
    if (id !== RESOLVED_LIST) return undefined;
    const map = join(docs, 'README.md');
    this.addWatchFile(map);
    return listModule(docs, readGuideList(await readFile(map, 'utf8')));
  },
  transform: (text, id) =>
    id.startsWith(docs) && id.endsWith('.md')
      ? { code: guideModule(docs, id, text), map: null }
      : undefined,
});

function listModule(docs: string, groups: readonly GuideGroup[]): string {
  const loaders = groups
    .flatMap(({ guides }) => guides)
    .map(({ name }) => {
      const path = join(docs, `${name}.md`);
      return `${JSON.stringify(name)}: () => import("${path}").then(({ guide }) => guide)`;
    });
  return `export const guideGroups = ${JSON.stringify(groups)};
export const guideLoaders = { ${loaders.join(',\n')} };`;
}

/** The module of a guide. Pictures are imports, so that the build gives them names for a year. */
function guideModule(docs: string, file: string, text: string): string {
  const pictures: string[] = [];
  const mark = (i: number): string => `%picture-${i}%`;
  const targets: Targets = {
    link: (target) => addressOf(target, docs, file),
    picture: (target) => {
      const path = resolve(dirname(file), target);
      if (!existsSync(path)) return undefined;
      return mark(pictures.push(path) - 1);
    },
  };
  const { title, html, headings } = renderMarkdown(text, targets);
  const imports = pictures.map((path, i) => `import picture${i} from ${JSON.stringify(path)};\n`);
  const replaced = pictures.map((_, i) => `.replace(${JSON.stringify(mark(i))}, picture${i})`);
  return `${imports.join('')}export const guide = {
  title: ${JSON.stringify(title)},
  headings: ${JSON.stringify(headings)},
  html: ${JSON.stringify(html)}${replaced.join('')},
};`;
}

/** The address of a link on this server; undefined if it leads to a file that the server does not show. */
function addressOf(target: string, docs: string, file: string): string | undefined {
  if (/^(?:https?:|#)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const name = relative(docs, resolve(dirname(file), path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (name === 'README.md') return GUIDES + hash;
  if (name === 'reference/openapi.json') return '/openapi.json';
  const [, guide] = GUIDE_FILE.exec(name) ?? [];
  return guide && `${GUIDES}/${guide}${hash}`;
}
