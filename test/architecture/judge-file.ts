// What is wrong with one file of src: an import against the tables, impurity in core, a vague name.

import { posix } from 'node:path';
import { pathOfImport } from '../../harness/architecture/import-graph.ts';
import {
  type Import,
  importsOf,
  withoutComments,
} from '../../harness/architecture/read-imports.ts';
import {
  ALLOWED,
  ALLOWED_INSIDE,
  APART,
  CLOSED,
  STORE_INTERFACES,
  STORE_VALUES,
} from './tables.ts';

const BANNED_IN_CORE: readonly (readonly [RegExp, string])[] = [
  [/\bDate\s*\.\s*now\b/, 'Date.now'],
  [/\bnew\s+Date\b/, 'new Date'],
  [/\bTemporal\s*\.\s*Now\b/, 'Temporal.Now'],
  [/\bperformance\s*\.\s*now\b/, 'performance.now'],
  [/\bMath\s*\.\s*random\b/, 'Math.random'],
  [/\bprocess\s*\./, 'process'],
  [/\bconsole\s*\./, 'console'],
  [/\bglobalThis\b/, 'globalThis'],
];

/** Names that say nothing; `types` only alone, as `check-types` says what it does. */
const VAGUE_NAME = /(?:^|-)(?:utils?|helpers?|common|managers?|misc)(?:-|$)|^types?$/;

/** `src/http/api/x.ts` → http, `src/config.ts` → config. */
export const folderOf = (file: string): string =>
  file
    .slice('src/'.length)
    .split('/')[0]!
    .replace(/\.tsx?$/, '');

/** The folder of ours that a specifier leads to, or undefined for Node's and npm's modules. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0];
  if (!specifier.startsWith('.')) return undefined;
  return folderOf(posix.join(posix.dirname(file), specifier));
}

/** The sub-folder of its top folder that a file lies in; `.` for the top folder itself. */
export function insideOf(file: string): string {
  const parts = file.split('/');
  return parts.length > 3 ? parts[2]! : '.';
}

/** Whether a folder keeps two of its files apart. Those of one sub-folder of it are not. */
function isKeptApart(file: string, target: string): boolean {
  const folder = posix.dirname(file);
  return APART.some(
    (apart) =>
      target.startsWith(`${apart}/`) &&
      (folder === apart || (folder.startsWith(`${apart}/`) && !target.startsWith(`${folder}/`))),
  );
}

function isAllowedInside(file: string, specifier: string): boolean {
  const table = ALLOWED_INSIDE[folderOf(file)];
  if (table === undefined || specifier === '(computed)') return true;
  const targetFile = pathOfImport(file, specifier) ?? file;
  if (isKeptApart(file, targetFile)) return false;
  const [own, target] = [insideOf(file), insideOf(targetFile)];
  if (own === target) return true;
  const arrows = table[own] ?? [];
  return arrows.includes('anything') || arrows.includes(target);
}

function faultOfImport(file: string, { specifier, values }: Import): string | undefined {
  const own = folderOf(file);
  const arrows = ALLOWED[own] ?? [];
  const refused = `${file} imports ${specifier}: not allowed`;
  const target = targetOf(file, specifier);
  if (target === own) return isAllowedInside(file, specifier) ? undefined : refused;
  if (specifier === '(computed)') return arrows.includes('anything') ? undefined : refused;
  if (target === undefined) return own === 'core' ? refused : undefined;
  if (target in CLOSED) return CLOSED[target]!.includes(own) ? undefined : refused;
  if (arrows.includes('anything') || arrows.includes(target)) return undefined;
  if (!arrows.includes(`${target} (types)`)) return refused;
  const isAllowed = values.every((name) => STORE_VALUES.includes(name));
  return isAllowed && STORE_INTERFACES.includes(specifier) ? undefined : refused;
}

/** Everything wrong with one file of src. */
export function faultsOf(file: string, source: string): string[] {
  const code = withoutComments(source);
  const own = folderOf(file);
  const faults = importsOf(source).map((one) => faultOfImport(file, one));
  if (!(own in ALLOWED)) faults.push(`${file}: ${own} is not in the table`);
  const inside = ALLOWED_INSIDE[own];
  if (inside && !(insideOf(file) in inside)) {
    faults.push(`${file}: ${own}/${insideOf(file)} is not in the table`);
  }
  if (own === 'core') {
    for (const [pattern, name] of BANNED_IN_CORE) {
      if (pattern.test(code)) faults.push(`${file} uses ${name}: core is pure`);
    }
  }
  const isSettings = file.endsWith('/vite.config.ts');
  if (!isSettings && (/^export\s+default\b/m.test(code) || /\bas\s+default\b/.test(code))) {
    faults.push(`${file} has a default export: name it`);
  }
  for (const part of file.replace(/\.tsx?$/, '').split(/[/.]/)) {
    if (VAGUE_NAME.test(part)) faults.push(`${file}: "${part}" says nothing about what is in it`);
  }
  return faults.filter((fault) => fault !== undefined);
}
