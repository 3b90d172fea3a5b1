// Reads the imports of a source file, without a parser: our files are formatted alike.

export interface Import {
  readonly specifier: string;
  /** Names of values, not of types; `*` stands for all of them. */
  readonly values: readonly string[];
}

/** The source without comments that stand on lines of their own or at the end of one. */
export const withoutComments = (source: string): string =>
  source
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s\/\/\s.*$/gm, '');

export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  const found: Import[] = [];
  const statement = /^(?:import|export)\s+(type\s)?([\w\s{},*$]*?)\s*\bfrom\s+['"]([^'"]+)['"]/gm;
  for (const [, type, clause = '', specifier = ''] of code.matchAll(statement)) {
    found.push({ specifier, values: type ? [] : valuesOf(clause) });
  }
  for (const [, specifier = ''] of code.matchAll(/^import\s+['"]([^'"]+)['"]/gm)) {
    found.push({ specifier, values: ['*'] });
  }
  for (const [, specifier = ''] of code.matchAll(/\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g)) {
    found.push({ specifier, values: ['*'] });
  }
  if (/\bimport\s*\(\s*[^'"`\s]/.test(code)) found.push({ specifier: '(computed)', values: ['*'] });
  return found;
}

/** `{ type A, B as C }` → B; a default or a namespace counts as everything. */
function valuesOf(clause: string): string[] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1];
  const outside = clause.replace(/\{[^}]*\}/, '').replace(/[\s,]/g, '');
  const named = (braces ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0]!);
  return outside === '' ? named : ['*', ...named];
}
