// The package as a user gets it: packed, installed in an empty folder, and run.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isLong } from '../../harness/rounds.ts';
import { freshenBuild } from '../browser/fresh-build.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'only-for-the-package-test';
const PACKED =
  /^(?:bin\/gridtide\.js|dist\/.*\.(?:js|d\.ts)|dist\/explorer\/.*|sql\/.*\.sql|docs\/.*\.(?:md|png|webp)|deploy\/.*\.(?:yaml|json)|docs\/(?:evidence\/sbom\.cdx|reference\/openapi)\.json|package\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE)$/;

/** The PATH with the checkout's Node first, so that npm and the package run on it. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  DEMO_PASSWORD: PASSWORD,
  STORE: undefined,
  PORT: undefined,
  HOST: undefined,
  LOG_LEVEL: 'info',
};

const run = async (command: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env, maxBuffer: 1 << 24 })).stdout;

/** Resolves to what the server prints until it names its address; rejects if it ends before. */
async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const piece of server.stdout!.iterator({ destroyOnReturn: false })) {
    printed += piece;
    const address = /serves (http:\/\/\S+)/.exec(printed)?.[1];
    if (address) return address;
  }
  throw new Error(`the server ended without an address: ${printed}`);
}

/** The renderer and its fonts are installed too: a board becomes a PNG. */
async function assertDraws(url: string, token: string): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 201);
    return (await answer.json()) as { id: string; picture: string };
  };
  const panels = [{ view: '/s/dehrprice' }];
  const { id } = await post('/api/v1/boards', { name: 'Morning', shared: false, panels });
  const { picture } = await post(`/api/v1/boards/${id}/links`, { days: 1 });
  const drawn = await fetch(url + picture);
  assert.equal(drawn.status, 200);
  const png = Buffer.from(await drawn.arrayBuffer());
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.length > 5_000, `${png.length} bytes`);
}

/** A Node older than 26 that is on the PATH. */
function findOldNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .find((path) => {
      const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '';
      return Number(/^v(\d+)\./.exec(version)?.[1] ?? 26) < 26;
    });
}

describe('the package', () => {
  let folder = '';
  let paths: string[] = [];
  let installed = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gridtide-package-'));
    // Packed from a copy: packing builds dist again, and another test run may be using it.
    const copy = join(folder, 'checkout');
    const leftOut = new Set(['node_modules', '.git', 'dist', 'data', 'test-output']);
    const entries = (await readdir(ROOT)).filter((name) => !leftOut.has(name));
    for (const name of entries) {
      await cp(join(ROOT, name), join(copy, name), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await mkdir(join(copy, 'data'));
    await writeFile(join(copy, 'data', 'gridtide.db'), 'must not be packed');
    await writeFile(join(copy, '.env'), 'DEMO_PASSWORD=must-not-be-packed');
    const pages = join('dist', 'explorer');
    const flags = ['--json', '--pack-destination', folder];
    if (!isLong) {
      // Packing would build the page once more, which takes most of the time.
      await freshenBuild();
      await cp(join(ROOT, pages), join(copy, pages), { recursive: true });
      await run('npm', ['run', '-s', 'build'], copy);
      flags.push('--ignore-scripts');
    }
    const printed = await run('npm', ['pack', ...flags], copy);
    const [pack] = JSON.parse(printed.slice(printed.indexOf('[\n')));
    paths = pack.files.map((file: { path: string }) => file.path);

    installed = join(folder, 'elsewhere');
    await mkdir(installed);
    await writeFile(join(installed, 'package.json'), '{"private":true}');
    const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', ['install', join(folder, pack.filename), ...quiet], installed);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const bin = (): string => join(installed, 'node_modules/gridtide/bin/gridtide.js');

  it('the package holds compiled code, types, migrations and docs, and nothing else', () => {
    assert.deepEqual(
      paths.filter((path) => !PACKED.test(path)),
      [],
    );
    const named = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'SECURITY.md',
      'docs/reference/keywords.md',
    ];
    for (const path of [...named, 'docs/evidence/sbom.cdx.json', 'docs/reference/openapi.json']) {
      assert.ok(paths.includes(path), path);
    }
  });

  it('the package holds every module with its types', async () => {
    const files = await readdir(join(ROOT, 'src'), { recursive: true, withFileTypes: true });
    const modules = files
      .filter((file) => file.isFile())
      .map((file) => relative(join(ROOT, 'src'), join(file.parentPath, file.name)))
      // The explorer is a web page: bundled, not compiled module by module.
      .filter((path) => path.endsWith('.ts') && !path.startsWith('explorer/'));
    assert.ok(modules.length > 100);
    for (const module of modules) {
      const base = `dist/${module.replace(/\.ts$/, '')}`;
      assert.ok(paths.includes(`${base}.js`), `${base}.js`);
      assert.ok(paths.includes(`${base}.d.ts`), `${base}.d.ts`);
    }
  });

  it('the package holds every migration', async () => {
    for (const name of await readdir(join(ROOT, 'sql'))) assert.ok(paths.includes(`sql/${name}`));
  });

  it('the install adds the command gridtide to npm’s commands', async () => {
    const command = join(installed, 'node_modules/.bin/gridtide');
    assert.match(await run(command, ['--version'], installed), /^gridtide \d+\.\d+\.\d+\n$/);
  });

  it('the installed server serves the demo, answers, and stops with exit code 0', async () => {
    const server = spawn(process.execPath, [bin(), 'serve', '--demo', '--port', '0'], {
      cwd: installed,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let logged = '';
    server.stderr.on('data', (piece) => (logged += piece));
    try {
      const url = await addressOf(server);
      assert.deepEqual(await (await fetch(`${url}/readyz`)).json(), { status: 'ready' });
      const post = async <T>(path: string, body: unknown): Promise<T> => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        assert.equal(answer.status, 200);
        return answer.json() as Promise<T>;
      };
      const login = await post<{ Token: string }>('/api/user/login', {
        UserName: 'demo',
        Password: PASSWORD,
      });
      const { Meta, Values } = await post<{
        Meta: { code: string };
        Values: Record<string, number>;
      }>('/api/fundamental/series', {
        SeriesId: 'dehrprice',
        FromDateTime: 'today-30',
        ToDateTime: 'today',
        Resolution: 'day',
        UserInfo: { UserName: 'demo', Token: login.Token },
      });
      assert.equal(Meta.code, 'dehrprice');
      assert.equal(Object.keys(Values).length, 31);
      await assertDraws(url, login.Token);
      const page = await (await fetch(`${url}/`)).text();
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
      assert.ok(script, 'the package brings the built explorer');
      assert.equal((await fetch(url + script)).status, 200);

      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.ok(existsSync(join(installed, 'data/gridtide.db')));
      assert.ok(!logged.includes(PASSWORD) && !logged.includes(login.Token));
    } finally {
      server.kill('SIGKILL');
    }
  });

  it('the command tells an older Node in one sentence what it needs', () => {
    const pretend = `
      Object.defineProperty(process, 'version', { value: 'v20.11.0' });
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });
      import(${JSON.stringify(pathToFileURL(bin()).href)});`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', pretend], {
      encoding: 'utf8',
    });
    assert.deepEqual(
      { status, stdout, stderr },
      { status: 1, stdout: '', stderr: 'gridtide needs Node.js 26 or newer; this is v20.11.0.\n' },
    );
  });

  it('the command says the same under a real older Node', (t) => {
    const oldNode = findOldNode();
    if (!oldNode) return t.skip('there is no Node older than 26 on the PATH');
    const { status, stdout, stderr } = spawnSync(oldNode, [bin(), 'serve'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^gridtide needs Node\.js 26 or newer; this is v\d+\.\d+\.\d+\.\n$/);
    return undefined;
  });
});
