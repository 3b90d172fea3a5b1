// Finds the modules of the checkout by their names alone. Node reads the imports of package.json again for every
// import, which takes an eighth of the CPU of a start. The names mean the files that the condition `source` names.
import { registerHooks } from 'node:module';

const ROOT = new URL('../../', import.meta.url).href;
const PACKAGES = `${ROOT}node_modules/`;

registerHooks({
  resolve(name, context, next) {
    const { parentURL = '' } = context;
    if (parentURL.startsWith(PACKAGES)) return next(name, withoutSource(context));
    const url = parentURL.startsWith(ROOT) ? urlOf(name, parentURL) : undefined;
    if (url === undefined) return next(name, context);
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});

// Some packages have the condition `source` of their own. It names TypeScript, which Node does not read in packages.
function withoutSource(context) {
  return { ...context, conditions: context.conditions.filter((name) => name !== 'source') };
}

function urlOf(name, parentURL) {
  if (name[0] === '.' && name.endsWith('.ts')) return new URL(name, parentURL).href;
  if (name[0] !== '#' || name === '#package.json') return undefined;
  // The explorer's files are named with their ending, as some are no TypeScript.
  if (!name.startsWith('#explorer/')) return `${ROOT}src/${name.slice(1)}.ts`;
  return name.endsWith('.ts') ? `${ROOT}src/${name.slice(1)}` : undefined;
}
