// Builds the product into dist. dist/explorer is the page's own build and stays.
//   the program   bundled with the packages that every start needs: a start loads some ten files in place of six hundred
//   the client    compiled file by file, with its types; options are given to the compiler
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { BUNDLED, IN_PROGRAM, LEFT_OUT } from './bundled-packages.ts';

/** What the names of Node's own modules begin with inside the bundle. */
const NODES = '\0node:';
/** The same for modules that a package asks for with `require`. */
const REQUIRED = '\0require:';
/** The same for packages that are left out. */
const ABSENT = '\0absent:';
/** A module of a package, with the package's folder in node_modules. */
const PACKAGE =
  /[\\/]node_modules[\\/]((?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

const fileOf = (name) => resolve(`src/${name}.ts`);
/** Both wait for the command, so they are files of their own. */
const STARTING = [fileOf('cli/main'), fileOf('cli/connect-process')];

const startedAt = Date.now();
execFileSync('tsc', ['-p', 'tsconfig.build.json', ...process.argv.slice(2)], { stdio: 'inherit' });
await bundleProgram();
removeOlder('dist', startedAt);

async function bundleProgram() {
  const starts = findStarts();
  const server = noticeServer(starts);
  const bundle = await rolldown({
    input: Object.fromEntries(starts.map((name) => [name, fileOf(name)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // Comments of the bundle name its modules: a checkout whose node_modules is a link makes the same bytes.
    resolve: { conditionNames: ['source'], symlinks: false },
    // Other dependencies stay packages of their own: they are installed, named and updated as such.
    external: (name, from = '') =>
      !/^[.#/\0]|^node:/.test(name) && !BUNDLED.includes(name) && !PACKAGE.test(from),
    // Reading a part of Node that is not used would load what it is made of.
    treeshake: { propertyReadSideEffects: false },
    plugins: [server, takeNodesModules(), leaveOut(), checkPackages()],
  });
  await bundle.write({
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'parts/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: ['first', 'command', 'shared', 'server', 'node'].map((name) => ({
        name,
        test: (file) => server.parts.get(file) === name,
      })),
    },
  });
  await bundle.close();
}

/**
 * Notices what a server loads before it is ready, in the order of loading: what finds the folder of compiled code, what
 * every command needs, what other commands and threads load too, and the rest. Each becomes one file, and so do Node's
 * modules that the first two need. What waits for the command is in none of them: it would wait for itself.
 */
function noticeServer(starts) {
  const parts = new Map();
  return {
    name: 'notice-server',
    parts,
    buildEnd() {
      const loadedBy = (names) => {
        const files = new Set(names);
        for (const file of files)
          for (const name of this.getModuleInfo(file)?.importedIds ?? []) files.add(name);
        return files;
      };
      const servers = [fileOf('cli/commands/serve'), fileOf('serve/worker')];
      const commands = this.getModuleInfo(fileOf('cli/command-table')).dynamicallyImportedIds;
      const first = loadedBy([fileOf('cli/main')]);
      const before = loadedBy([fileOf('cli/main'), fileOf('cli/connect-process')]);
      const others = loadedBy(
        [...commands, ...starts.map(fileOf)].filter((file) => !servers.includes(file)),
      );
      for (const file of loadedBy(servers))
        if (!before.has(file)) parts.set(file, others.has(file) ? 'shared' : 'server');
        else if (file.startsWith(NODES)) parts.set(file, 'node');
        else if (!STARTING.includes(file)) parts.set(file, first.has(file) ? 'first' : 'command');
    },
  };
}

/**
 * Takes Node's own modules from Node directly. An import by name reads all parts of a module, and so loads those that
 * Node loads when they are first used: fetch, streams of files, parts of the cryptography.
 */
function takeNodesModules() {
  return {
    name: 'take-nodes-modules',
    resolveId(name, _from, { kind }) {
      if (!isBuiltin(name)) return null;
      const plain = name.replace(/^node:/, '');
      return `${kind === 'require-call' ? REQUIRED : NODES}${plain}`;
    },
    load(id) {
      if (id.startsWith(REQUIRED))
        return `module.exports = process.getBuiltinModule('node:${id.slice(REQUIRED.length)}');`;
      if (!id.startsWith(NODES)) return null;
      const name = id.slice(1);
      const parts = Object.keys(process.getBuiltinModule(name)).filter((part) =>
        /^(?!default$)[A-Za-z_$][\w$]*$/.test(part),
      );
      return [
        `const own = process.getBuiltinModule('${name}');`,
        'export default own;',
        ...parts.map((part) => `export const ${part} = own.${part};`),
      ].join('\n');
    },
  };
}

/** A package that is left out throws if it is loaded after all. */
function leaveOut() {
  return {
    name: 'leave-out',
    resolveId: (name) => (LEFT_OUT.includes(name) ? `${ABSENT}${name}` : null),
    load: (id) =>
      id.startsWith(ABSENT)
        ? `throw new Error('${id.slice(ABSENT.length)} is not part of the program'); module.exports = {};`
        : null,
  };
}

/** Fails if the bundle has other packages than its list. */
function checkPackages() {
  return {
    name: 'check-packages',
    generateBundle(_, files) {
      const ids = Object.values(files).flatMap((one) =>
        one.type === 'chunk' ? one.moduleIds : [],
      );
      const found = new Set(ids.flatMap((id) => PACKAGE.exec(id)?.[1].replaceAll('\\', '/') ?? []));
      const named = new Set(IN_PROGRAM);
      const missing = [...found.difference(named)].sort();
      const unused = [...named.difference(found)];
      if (missing.length + unused.length === 0) return;
      this.error(
        `scripts/bundled-packages.ts lacks [${missing.join(', ')}], and names [${unused.join(', ')}] for nothing`,
      );
    },
  };
}

/** The files that Node is told to run: the command, and what its threads and processes start with, by name. */
function findStarts() {
  const names = new Set(['cli/main']);
  for (const file of globSync('src/**/*.ts')) {
    const started = readFileSync(file, 'utf8').matchAll(/import\.meta\.resolve\('#([\w/-]+)'\)/g);
    for (const [, name] of started) names.add(name);
  }
  return [...names];
}

/** What this build did not write has no source any more. Only now: the product may be running from dist. */
function removeOlder(folder, timeMs) {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name);
    if (path === join('dist', 'explorer')) continue;
    if (entry.isDirectory()) removeOlder(path, timeMs);
    // Some file systems keep times to the second.
    else if (statSync(path).mtimeMs < Math.floor(timeMs / 1000) * 1000) rmSync(path);
  }
}
