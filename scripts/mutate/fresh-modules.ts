// Loads a test with modules of its own: nothing that a mutant left in a cache or a table of an earlier
// run is seen by the next. Sources are stripped of their types once, and `node:test` is our stand-in.

import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const QUICK_TEST = new URL('./quick-test.ts', import.meta.url).href;
const QUICK_CRYPTO = new URL('./quick-crypto.ts', import.meta.url).href;
/** Whose subject is how passwords are hashed. */
const SLOW_HASHES = 'test/accounts/passwords.test.ts';

export interface FreshModules {
  /** Imports a file of the folder, and what it imports, as if for the first time. */
  load(file: string): Promise<void>;
}

/** `loadedAnew` are beginnings of paths in the folder; modules elsewhere are loaded once. */
export function hookModules(folder: string, loadedAnew: readonly string[]): FreshModules {
  const root = pathToFileURL(`${folder}/`).href;
  const stripped = new Map<string, string>();
  let turn = 0;
  let current = '';

  const isAnew = (url: string): boolean =>
    url.startsWith(root) && loadedAnew.some((path) => url.startsWith(path, root.length));

  function readStripped(url: string): string {
    let source = stripped.get(url);
    if (source === undefined) {
      source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
      stripped.set(url, source);
    }
    return source;
  }

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:test') return { url: QUICK_TEST, shortCircuit: true };
      const isOurs = isAnew(context.parentURL ?? '');
      if (specifier === 'node:crypto' && isOurs && current !== SLOW_HASHES) {
        return { url: QUICK_CRYPTO, shortCircuit: true };
      }
      const found = next(specifier, context);
      return isAnew(found.url) && found.url.endsWith('.ts')
        ? { ...found, url: `${found.url}?turn=${turn}` }
        : found;
    },
    load(url, context, next) {
      const [path, query] = url.split('?');
      if (query === undefined) return next(url, context);
      return { format: 'module', source: readStripped(path!), shortCircuit: true };
    },
  });
  return {
    async load(file) {
      turn++;
      current = file;
      await import(new URL(file, root).href);
    },
  };
}
