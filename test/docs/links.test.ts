// Pages lead to pages, headings, pictures and files that exist, and the map leads to every page.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { anchorsOf, FENCED, linksOf, namedPathsOf, ROOT, readPages } from './markdown-pages.ts';

const pages = await readPages('*.md', 'docs/**/*.md', 'bench/README.md', 'test/**/*.md');

describe('pages', () => {
  for (const page of pages) {
    it(`${page.path} links to files and pictures that exist`, () => {
      const missing = linksOf(page).filter(({ file }) => !existsSync(file));
      assert.deepEqual(
        missing.map(({ target }) => target),
        [],
      );
    });

    it(`${page.path} links to headings that exist`, async () => {
      const missing: string[] = [];
      for (const { target, file, anchor } of linksOf(page)) {
        if (anchor === undefined || !file.pathname.endsWith('.md')) continue;
        const prose = (await readFile(file, 'utf8')).replace(FENCED, '');
        if (!anchorsOf(prose).has(anchor)) missing.push(target);
      }
      assert.deepEqual(missing, []);
    });

    it(`${page.path} names files that exist`, () => {
      const named = namedPathsOf(page);
      const missing = named.filter((path) => !existsSync(new URL(path, ROOT)));
      assert.deepEqual(missing, []);
    });
  }

  it('docs/README.md, the map, has a line for every page', () => {
    const map = pages.find(({ path }) => path === 'docs/README.md')!;
    const lines = map.prose.split('\n').filter((line) => line.startsWith('- '));
    const targets = lines.map((line) => /^- \[[^\]]+\]\(([^)]+)\): \S/.exec(line)?.[1]);
    const docs = pages.map(({ path }) => path).filter((path) => /^docs\/.+\//.test(path));
    const wanted = [
      ...docs.map((path) => path.slice('docs/'.length)),
      '../ARCHITECTURE.md',
      'reference/openapi.json',
      'evidence/sbom.cdx.json',
    ];
    assert.deepEqual(targets.toSorted(), wanted.toSorted());
  });
});

describe('anchors', () => {
  it('anchors are those that GitHub makes of headings', () => {
    const prose =
      '# A store in PostgreSQL\n\n### 1. Make a database\n\n## `time,value`\n\n## ENTSO-E\n';
    assert.deepEqual(
      [...anchorsOf(prose)],
      ['a-store-in-postgresql', '1-make-a-database', 'timevalue', 'entso-e'],
    );
  });
});
