// The Markdown pages of the repository, with their links, anchors and the paths they name.

import { glob, readFile } from 'node:fs/promises';

export const ROOT = new URL('../../', import.meta.url);

export interface MarkdownPage {
  /** Its path in the repository. */
  readonly path: string;
  /** Without fenced blocks: what is a link in prose is code in them. */
  readonly prose: string;
  readonly text: string;
}

export const FENCED = /^ *```[\s\S]*?^ *```$/gm;

export async function readPages(...patterns: readonly string[]): Promise<MarkdownPage[]> {
  const paths = await Array.fromAsync(glob([...patterns], { cwd: ROOT }));
  return Promise.all(
    paths.sort().map(async (path) => {
      const text = await readFile(new URL(path, ROOT), 'utf8');
      return { path, text, prose: text.replace(FENCED, '') };
    }),
  );
}

export interface Link {
  /** What stands in the page. */
  readonly target: string;
  readonly file: URL;
  readonly anchor: string | undefined;
}

/** Links and pictures that stay inside the repository. */
export function linksOf({ path, prose }: MarkdownPage): Link[] {
  const page = new URL(path, ROOT);
  return [
    ...prose.matchAll(/\]\(([^)\s]+)\)/g),
    ...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g),
  ].flatMap(([, target = '']) => {
    if (/^(?:https?|mailto):/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    return [{ target, anchor, file: file === '' ? page : new URL(file, page) }];
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(prose: string): Set<string> {
  const titles = [...prose.matchAll(/^#{1,6} (.*)$/gm)].map(([, title]) => title!);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

/** Files and folders of the repository that a page names in code: `src/core/errors.ts`, `sql/`. */
export function namedPathsOf({ prose }: MarkdownPage): string[] {
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) => text!.split(/\s/));
  return code.filter((text) =>
    /^(?:src|test|docs|sql|scripts|bench|torture|harness|bin)\/[\w./-]*$/.test(text),
  );
}
