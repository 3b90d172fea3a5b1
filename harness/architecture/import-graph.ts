// The files of src and which of them import which.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Graph } from './find-circles.ts';
import { importsOf } from './read-imports.ts';

const ROOT = new URL('../../', import.meta.url);

export const readText = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

/** All files below a folder of the checkout, as paths from its root, in order of name. */
export const listFiles = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(fileURLToPath(ROOT), join(parentPath, name)))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** The source files of them. */
export const listSources = (folder: string): string[] =>
  listFiles(folder).filter((name) => /\.(?:tsx?|css|mjs)$/.test(name));

/** The file of ours that an import leads to, without the ending if the import has none. */
export function pathOfImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(file), specifier);
}

export function importGraph(files: readonly string[]): Graph {
  const known = new Set(files);
  const resolve = (file: string, specifier: string): string | undefined => {
    const path = pathOfImport(file, specifier);
    return ['', '.ts', '.tsx'].map((end) => path + end).find((name) => known.has(name));
  };
  return new Map(
    files.map((file) => {
      const targets = importsOf(readText(file)).map(({ specifier }) => resolve(file, specifier));
      return [file, new Set(targets.filter((target) => target !== undefined))];
    }),
  );
}

/** The same graph between folders. */
export function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const own = posix.dirname(file);
    const arrows = folders.get(own) ?? new Set();
    for (const target of targets) {
      if (posix.dirname(target) !== own) arrows.add(posix.dirname(target));
    }
    folders.set(own, arrows);
  }
  return folders;
}
