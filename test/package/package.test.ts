// The package as a user gets it: packed, installed in an empty folder, and run.

import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { assertTyped, examplesOf, printedBy, runInBrowser } from './client-page.ts';
import {
  addressOf,
  findOldNode,
  InstalledPackage,
  PASSWORD,
  ROOT,
  run,
} from './installed-package.ts';

const PACKED =
  /^(?:bin\/gridtide\.js|dist\/.*\.(?:js|d\.ts)|dist\/explorer\/.*|sql\/.*\.sql|docs\/.*\.(?:md|png|webp)|deploy\/.*\.(?:ya?ml|json|sh|mjs|env|service|conf|tpl|txt)|deploy\/proxy\/Caddyfile|npm-shrinkwrap\.json|docs\/(?:evidence\/sbom\.cdx|reference\/openapi)\.json|package\.json|(?:README|CHANGELOG|SECURITY|THIRD-PARTY)\.md|LICENSE)$/;

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

/** The files that the sources start threads and processes with, by name. */
async function findStarted(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob(join(ROOT, 'src/**/*.ts'))) {
    const started = (await readFile(file, 'utf8')).matchAll(/\.resolve\('#([\w/-]+)'\)/g);
    for (const [, name] of started) names.add(name!);
  }
  assert.ok(names.size > 5);
  return [...names];
}

describe('the package', () => {
  let made: InstalledPackage;
  before(async () => {
    made = await InstalledPackage.make();
  });
  after(() => made?.remove());

  it('the package holds compiled code, types, migrations and docs, and nothing else', () => {
    assert.deepEqual(
      made.paths.filter((path) => !PACKED.test(path)),
      [],
    );
    const named = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'SECURITY.md',
      'THIRD-PARTY.md',
      'npm-shrinkwrap.json',
      'deploy/systemd/gridtide.service',
      'docs/reference/keywords.md',
    ];
    for (const path of [...named, 'docs/evidence/sbom.cdx.json', 'docs/reference/openapi.json']) {
      assert.ok(made.paths.includes(path), path);
    }
  });

  it('the package holds the client file by file, with its types', () => {
    const base = 'dist/client/programs/public';
    assert.ok(made.paths.includes(`${base}.js`) && made.paths.includes(`${base}.d.ts`));
    const types = made.paths.filter((path) => path.endsWith('.d.ts'));
    for (const path of types) {
      assert.ok(made.paths.includes(path.replace(/\.d\.ts$/, '.js')), path);
      assert.match(path, /^dist\/(?:client|contract|core)\//);
    }
  });

  it('the package holds the program in few files, and all that it starts threads and processes with', async () => {
    const program = made.paths.filter((path) => /^dist\/parts\/.*\.js$/.test(path));
    assert.ok(program.length > 0 && program.length < 400, `${program.length} files`);
    for (const name of await findStarted()) {
      assert.ok(made.paths.includes(`dist/${name}.js`), name);
    }
  });

  it('the package holds every migration', async () => {
    for (const name of await readdir(join(ROOT, 'sql')))
      assert.ok(made.paths.includes(`sql/${name}`));
  });

  it('the install adds the command gridtide to npm’s commands', async () => {
    const command = join(made.installed, 'node_modules/.bin/gridtide');
    assert.match(await run(command, ['--version'], made.installed), /^gridtide \d+\.\d+\.\d+\n$/);
  });

  it('the installed command makes a unit of the installation', async () => {
    const command = join(made.installed, 'node_modules/.bin/gridtide');
    const unit = await run(command, ['service', 'install', '--dry-run'], made.installed);
    const [, node, bin, word] = /^ExecStart=(\S+) (\S+) (\S+)$/m.exec(unit)!;
    assert.deepEqual([existsSync(node!), bin, word], [true, await realpath(made.bin), 'serve']);
  });

  it('the installed server serves the demo, answers, and stops with exit code 0', async () => {
    const server = made.serve();
    let logged = '';
    server.stderr!.on('data', (piece) => (logged += piece));
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
      assert.ok(existsSync(join(made.installed, 'data/gridtide.db')));
      assert.ok(!logged.includes(PASSWORD) && !logged.includes(login.Token));
    } finally {
      server.kill('SIGKILL');
    }
  });

  describe('its client', () => {
    let server: ChildProcess;
    let url = '';
    before(async () => {
      // The test before has filled the demo's store.
      server = made.serve();
      url = await addressOf(server);
    });
    after(() => server?.kill('SIGKILL'));

    for (const [version, node] of [
      ['26', process.execPath],
      ['20', findOldNode()],
    ] as const) {
      it(`the examples of the client’s page print what it shows on Node ${version}`, async (t) => {
        if (!node) return t.skip('there is no Node older than 26 on the PATH');
        const examples = await examplesOf();
        assert.ok(examples.length >= 10);
        const printed = await printedBy(node, examples, made.installed, url);
        for (const [i, { pattern, text }] of examples.entries()) {
          assert.match(printed[i]!, pattern, text);
        }
        return undefined;
      });
    }

    it('the examples are right for TypeScript, and the types need no other package', {
      skip: skipUnlessLong(),
    }, async () => {
      await assertTyped(await examplesOf(), made.installed);
    });

    it('a browser loads the client’s files as they are', { skip: skipUnlessLong() }, async (t) => {
      const found = await runInBrowser(made.installed, url);
      if (typeof found === 'string') return t.skip(found);
      assert.deepEqual(found, { unit: 'EUR/MWh', days: 7, code: 'date_unknown' });
      return undefined;
    });
  });

  it('the command tells an older Node in one sentence what it needs', () => {
    const pretend = `
      Object.defineProperty(process, 'version', { value: 'v20.11.0' });
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });
      import(${JSON.stringify(pathToFileURL(made.bin).href)});`;
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
    const { status, stdout, stderr } = spawnSync(oldNode, [made.bin, 'serve'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^gridtide needs Node\.js 26 or newer; this is v\d+\.\d+\.\d+\.\n$/);
    return undefined;
  });
});
